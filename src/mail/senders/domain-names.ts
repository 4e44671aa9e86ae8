import { createRequire } from 'node:module'
import { domainToUnicode } from 'node:url'
import type * as Tldts from 'tldts'

const require = createRequire(import.meta.url)

/** Loads the public suffix list for the first mail, because a start doesn't need it. */
const loadSuffixList = () => require('tldts') as typeof Tldts

/** The parts of a domain. `name` and `suffix` are parts of the registered domain. */
export interface DomainParts {
  host: string
  /** The registered domain: `acme.co.uk` of `mail.acme.co.uk`. */
  registered: string
  /** `acme` of `mail.acme.co.uk`, in the letters that people see. */
  name: string
  suffix: string
}

/** Services that give an address to everyone. Their domains say nothing about the writer, and many of them resemble each other. */
const FREE_MAIL = new Set(
  `126.com 163.com agentmail.to aim.com aol.com arcor.de att.net bigpond.com bluewin.ch bol.com.br btinternet.com charter.net comcast.net cox.net
  daum.net duck.com earthlink.net email.com email.de fastmail.com fastmail.fm free.fr freenet.de gmail.co gmail.com gmail.de gmx.at gmx.ch
  gmx.com gmx.de gmx.fr gmx.net googlemail.com hanmail.net hey.com hotmail.at hotmail.ch hotmail.co.uk hotmail.com hotmail.de hotmail.es
  hotmail.fr hotmail.it hotmail.pl hushmail.com icloud.com inbox.com inbox.ru kakao.com laposte.net libero.it list.ru live.at live.ch live.co.uk
  live.com live.de live.fr live.it live.nl mac.com mail.com mail.de mail.ee mail.fr mail.ru mailbox.org me.com msn.com nate.com naver.com o2.pl
  onet.pl online.de orange.fr outlook.at outlook.ch outlook.com outlook.cz outlook.de outlook.fr outlook.it pm.me posteo.de posteo.net proton.me
  protonmail.ch protonmail.com qq.com rediffmail.com rocketmail.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com sohu.com t-online.de
  tele2.nl terra.com.br tiscali.it tuta.com tuta.io tutanota.com uol.com.br verizon.net virgilio.it wanadoo.fr web.de wp.pl xtra.co.nz ya.ru
  yahoo.at yahoo.ca yahoo.ch yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yahoo.pl yandex.com
  yandex.ru yeah.net ymail.com zoho.com zohomail.com`.split(/\s+/),
)

/** Longer than any name that a domain can have. */
const MAX_NAME = 63

/** Whether everyone can have an address at this domain. */
export const isFreeMail = (registered: string): boolean => FREE_MAIL.has(registered)

/** Splits a domain by the public suffix list; undefined if the text is no registered domain. */
export function parseDomain(domain: string): DomainParts | undefined {
  const host = domain.toLowerCase()
  const {
    domain: registered,
    domainWithoutSuffix: name,
    publicSuffix: suffix,
  } = loadSuffixList().parse(host, {
    allowPrivateDomains: true,
  })
  if (!registered || !name || !suffix) return undefined
  return { host, registered, name: domainToUnicode(name).slice(0, MAX_NAME), suffix }
}
