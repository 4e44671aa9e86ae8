import { DatabaseSync } from 'node:sqlite'
import type { Harness } from './harness.ts'

/** Opens the database file of the app. */
export const openAppDatabase = ({ sandbox }: Harness): DatabaseSync =>
  new DatabaseSync((sandbox.env['STORE_URL'] ?? '').replace(/^sqlite:/, ''), { timeout: 5000 })

/** Makes one kind of write fail like a full disk: SQLite reports "full" when there is no id after the last one. */
export const failWrites = (db: DatabaseSync, write: string): void =>
  db.exec(`CREATE TABLE crowded (id INTEGER PRIMARY KEY AUTOINCREMENT);
    INSERT INTO crowded VALUES (9223372036854775807);
    CREATE TRIGGER full BEFORE ${write} BEGIN INSERT INTO crowded VALUES (NULL); END`)
