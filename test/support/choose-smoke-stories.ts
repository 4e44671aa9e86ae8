import { relative } from 'node:path'
import { beforeEach } from 'vitest'

/** `npm run check` plays only the stories tagged `smoke` of these files. */
const files = new Set(process.env['TEST_SMOKE_FILES']?.split(','))

beforeEach(({ task, skip }) => {
  skip(files.has(relative(process.cwd(), task.file.filepath)) && task.tags?.includes('smoke') !== true)
})
