-- Tables with vectors: psql URL -f pgvector.sql. For test/slow/migrate-sources.test.ts and test/golden/record-source.ts.
create extension vector;
create table items (id bigserial primary key, title text, year int, price numeric(12,4), tags text[], meta jsonb,
  made timestamptz, raw json, ok bool, embedding vector(4));
create index on items using hnsw (embedding vector_cosine_ops);
create index on items (year);
create index on items (made);
insert into items values
  (1, 'A submarine', 1987, 12.5, '{a,b}', '{"big": 9007199254740993, "n": null, "ü": [1, {"x": 1.0}]}',
    '2024-02-03 04:05:06.789+02', E'{ "b" : 1,\n "a": 2 }', true, '[1,2,3,0.1]'),
  (2, null, null, 'NaN', null, null, 'infinity', null, null, null),
  (9223372036854775807, E'quo"te\n', -5, -1, '{}', '[]', null, '7', false, '[0,0,0,1e-9]');
create table docs (slug text primary key, body text, emb halfvec(3), words sparsevec(10));
create index on docs using hnsw ((emb::halfvec(3)) halfvec_ip_ops);
create index on docs using hnsw (words sparsevec_cosine_ops);
insert into docs values ('a', 'x', '[1,2,3]', '{1:0.5,10:2}/10'), ('B/ü', 'y', '[0.1,0.2,0.3]', null),
  ('550e8400-e29b-41d4-a716-446655440000', 'z', null, '{}/10');
create table pairs (a int, b text, v1 vector, v2 vector(2), primary key (a, b));
create index on pairs using hnsw (v2 vector_l2_ops);
create index on pairs using hnsw ((v1::vector(2)) vector_l1_ops);
insert into pairs values (1, 'x', '[1,2]', '[3,4]'), (1, '', '[5,6]', null), (10, 'y', '[5,6]', null),
  (9, 'y', '[5,6]', null);
create table no_key (v vector(2));
insert into no_key values ('[1,2]');
create table "odd/na""me" (id int primary key, v vector(2));
create index on "odd/na""me" using hnsw (v vector_l1_ops);
insert into "odd/na""me" values (-7, '[1,2]'), (0, '[3,4]');
create schema other;
create table other.empty_one (id uuid primary key, v vector(2));
create index on other.empty_one using hnsw (v vector_l2_ops);
create table no_index (id int primary key, v vector(2));
create table no_size (id int primary key, v vector);
create index on no_size using hnsw ((v::vector(3)) vector_l2_ops);
create table two_distances (id int primary key, v vector(2));
create index on two_distances using hnsw (v vector_l2_ops);
create index on two_distances using hnsw (v vector_ip_ops);
