"""What is known of the deal: facts, what each event says, and views, which know some hands."""
