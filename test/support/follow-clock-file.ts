import { readFileSync } from 'node:fs'

/** Loaded before the app: its clock is ahead of the real one by the milliseconds that the file in TEST_CLOCK_FILE names, at every moment. */
const file = process.env['TEST_CLOCK_FILE'] ?? ''
const realNow = Date.now
let aheadMs = Number(readFileSync(file, 'utf8'))

Date.now = () => realNow() + aheadMs
setInterval(() => (aheadMs = Number(readFileSync(file, 'utf8'))), 5).unref()
