// profile service
