import fc from 'fast-check'

/** The seed of every property in this run, which `prepare-run.ts` has printed, and how many inputs it tries if a command wants fewer. */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env['FAST_CHECK_SEED']),
  ...(process.env['FAST_CHECK_RUNS'] && { numRuns: Number(process.env['FAST_CHECK_RUNS']) }),
})
