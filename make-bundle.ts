import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFolder, FINGERPRINT, fingerprintSources } from './src/bundle.ts'

/**
 * Makes the bundle that `src/main.ts` runs; `npm ci` calls this (`prepare`). Without the packages for development there is no bundler, and
 * the app runs from its source. Names and lines stay, so that a stack trace can be read.
 */
async function makeBundle(): Promise<void> {
  const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  })
  if (!vite) return
  const folder = bundleFolder()
  const fresh = `${folder}-${process.pid}`
  // Taken before the source is read: a file that is written meanwhile makes the bundle too old instead of wrong.
  const fingerprint = fingerprintSources()
  try {
    await vite.build({
      configFile: false,
      envDir: false,
      publicDir: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: 'src/command-line.ts',
        outDir: fresh,
        target: 'esnext',
        minify: false,
        rolldownOptions: {
          output: {
            chunkFileNames: '[name].js',
            comments: false,
            // A file with a character beyond Latin-1 takes two bytes of memory for each character. Only patterns in raw text keep theirs.
            codeSplitting: { groups: [{ name: 'mail-content', test: /src\/mail-content\// }] },
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
          },
        },
      },
    })
    await writeFile(join(fresh, FINGERPRINT), fingerprint)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

await makeBundle()
