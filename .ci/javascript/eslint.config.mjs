// Slips in the scripts. That every name exists is TypeScript's to check.
import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      "no-unused-vars": ["error", { vars: "local", argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-shadow": ["error", { allow: ["_"] }],
      "no-implicit-coercion": "off",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Text is set as text: see view.js." },
        { property: "outerHTML", message: "Text is set as text: see view.js." },
        { property: "insertAdjacentHTML", message: "Text is set as text: see view.js." },
      ],
      "consistent-return": "error",
      "no-else-return": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "max-lines-per-function": ["error", 40],
      complexity: ["error", 14],
    },
  },
];
