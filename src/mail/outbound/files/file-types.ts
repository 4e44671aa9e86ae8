import { removeTrailing } from '../../../core/remove-trailing.ts'
import { HEAD_BYTES, recognizeHead } from '../../../mail-content/attachments/content-signs.ts'

/** What large mail services refuse by the name alone, also inside archives (their published lists). */
const REFUSED_NAME =
  /\.(?:ade|adp|apk|appx|appxbundle|bat|cab|chm|cmd|com|cpl|diagcab|diagcfg|diagpkg|dll|dmg|ex|exe|hta|img|ins|iso|isp|jar|jnlp|js|jse|lib|lnk|mde|mjs|msc|msi|msix|msixbundle|msp|mst|nsh|pif|ps1|psm1|reg|scr|sct|shb|sys|url|vb|vbe|vbs|vhd|vhdx|vxd|wsc|wsf|wsh|xll)$/i
/** Programs of other systems, by names that say so. */
const PROGRAM_NAME = /\.(?:a|app|bin|class|deb|dex|dylib|elf|o|pkg|rpm|run|so|wasm)(?:\.\d+)*$/i

/** Whether mail servers often refuse a mail with a file of this name. Windows ignores dots and blanks at its end. */
export const isOftenRefused = (name: string): boolean => REFUSED_NAME.test(removeTrailing(name, '.', ' '))

/** Whether a file is a program by its first bytes, but not by its name: nobody was asked about it, and no mail server would take it. */
export function isDisguisedProgram(bytes: Buffer, name: string): boolean {
  if (isOftenRefused(name) || PROGRAM_NAME.test(name)) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  const { unsafe } = recognizeHead(head, name)
  // A text may begin with the same letters.
  if (!head.includes(0)) return false
  return unsafe === 'program' || unsafe === 'installer' || unsafe === 'shortcut'
}
