/** The index is `user_version`. A migration that has shipped is never changed; add the next one. */
export const MIGRATIONS = [
  `CREATE TABLE versions (last INTEGER NOT NULL) STRICT;
   INSERT INTO versions VALUES (0);
   CREATE TABLE records (
     partition TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, value BLOB NOT NULL, expires_at INTEGER,
     PRIMARY KEY (partition, id)
   ) STRICT;
   CREATE INDEX records_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
   CREATE TABLE tasks (
     place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, lane TEXT, state INTEGER NOT NULL, head INTEGER NOT NULL,
     active INTEGER NOT NULL DEFAULT 0, started INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
     due_at INTEGER NOT NULL, wait_ms INTEGER NOT NULL, until INTEGER NOT NULL, failing_since INTEGER, died_at INTEGER,
     body BLOB NOT NULL, reason TEXT, background INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX tasks_line ON tasks (lane, place) WHERE state = 0;
   CREATE INDEX tasks_head ON tasks (background, due_at, place) WHERE head = 1 AND active = 0;
   CREATE INDEX tasks_counted ON tasks (active, due_at) WHERE state = 0;
   CREATE INDEX tasks_delayed ON tasks (due_at) WHERE state = 1;
   CREATE INDEX tasks_dead ON tasks (died_at, id) WHERE state = 2;
   CREATE INDEX tasks_done ON tasks (until) WHERE state = 3;
   CREATE TABLE arrivals (
     place INTEGER PRIMARY KEY, id TEXT NOT NULL, lane TEXT, sent_at INTEGER NOT NULL, until INTEGER NOT NULL,
     body BLOB NOT NULL
   ) STRICT`,
]
