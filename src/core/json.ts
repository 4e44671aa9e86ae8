/** What a store or a queue can keep. A field that is undefined is left out when it is written. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }
