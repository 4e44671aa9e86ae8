import { DatabaseSync } from 'node:sqlite'
import type { Harness } from './harness.ts'

/** The app's own file. */
export const openAppDatabase = ({ sandbox }: Harness): DatabaseSync =>
  new DatabaseSync((sandbox.env['STORE_URL'] ?? '').replace(/^sqlite:/, ''), { timeout: 5000 })

/** A full disk for one kind of write: no id comes after the last one, which SQLite reports as such. */
export const failWrites = (db: DatabaseSync, write: string): void =>
  db.exec(`CREATE TABLE crowded (id INTEGER PRIMARY KEY AUTOINCREMENT);
    INSERT INTO crowded VALUES (9223372036854775807);
    CREATE TRIGGER full BEFORE ${write} BEGIN INSERT INTO crowded VALUES (NULL); END`)
