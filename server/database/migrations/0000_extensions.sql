-- Search works on three-letter pieces of what the search box looks in.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
