import { z } from 'zod'
import type { Json } from '../core/json.ts'

/** Any value that a store keeps, for a field whose shape another schema knows. */
export const jsonSchema: z.ZodType<Json> = z.json()
