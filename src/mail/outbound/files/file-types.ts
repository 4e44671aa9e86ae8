import { removeTrailing } from '../../../core/remove-trailing.ts'
import { HEAD_BYTES, recognizeHead } from '../../../mail-content/attachments/content-signs.ts'

/** Names that large mail services refuse, also inside archives (their published lists). */
const REFUSED_NAME =
  /\.(?:ade|adp|apk|appx|appxbundle|bat|cab|chm|cmd|com|cpl|diagcab|diagcfg|diagpkg|dll|dmg|ex|exe|hta|img|ins|iso|isp|jar|jnlp|js|jse|lib|lnk|mde|mjs|msc|msi|msix|msixbundle|msp|mst|nsh|pif|ps1|psm1|reg|scr|sct|shb|sys|url|vb|vbe|vbs|vhd|vhdx|vxd|wsc|wsf|wsh|xll)$/i
/** Names of programs for other systems. */
const PROGRAM_NAME = /\.(?:a|app|bin|class|deb|dex|dylib|elf|o|pkg|rpm|run|so|wasm)(?:\.\d+)*$/i

/** Whether mail servers often refuse a file with this name. Windows ignores dots and blanks at the end of a name. */
export const isOftenRefused = (name: string): boolean => REFUSED_NAME.test(removeTrailing(name, '.', ' '))

/** Whether the first bytes of a file, but not its name, show a program: no tick was required for it, and no mail server would accept it. */
export function isDisguisedProgram(bytes: Buffer, name: string): boolean {
  if (isOftenRefused(name) || PROGRAM_NAME.test(name)) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  const { unsafe } = recognizeHead(head, name)
  // A text may begin with the same letters.
  if (!head.includes(0)) return false
  return unsafe === 'program' || unsafe === 'installer' || unsafe === 'shortcut'
}
