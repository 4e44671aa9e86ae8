import type { Fields } from '../sandbox/control-types.ts'

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
