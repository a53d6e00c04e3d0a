-- Makes the database of a municipality and its two roles; run by a superuser with psql:
--   psql -v owner_password=... -v app_password=... -f docs/postgresql-roles.sql
-- The application's role does not own the tables: it cannot alter them nor disable a trigger.

\set ON_ERROR_STOP on

CREATE ROLE revenue_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE revenue_app LOGIN PASSWORD :'app_password';
CREATE DATABASE revenue OWNER revenue_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE revenue FROM PUBLIC;
GRANT CONNECT ON DATABASE revenue TO revenue_app;

\connect revenue

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO revenue_owner;
GRANT USAGE ON SCHEMA public TO revenue_app;
ALTER DEFAULT PRIVILEGES FOR ROLE revenue_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO revenue_app;
ALTER DEFAULT PRIVILEGES FOR ROLE revenue_owner GRANT USAGE, SELECT ON SEQUENCES TO revenue_app;
