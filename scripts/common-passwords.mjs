import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { root } from './lib/paths.mjs'
import { main, say } from './lib/run.mjs'

const SHORTEST = 8

const head = `/**
 * The passwords that people choose most, of those that are long enough, in small letters. Made by
 * \`npm run common-passwords\` of the list in @zxcvbn-ts/language-common (MIT), which is that of leaked
 * accounts. One text with its words on lines: it takes little memory and is searched as it is.
 */
// biome-ignore format: one line a thousand times the width`

// Once for each update of the list: the server does not need the library.
await main(async () => {
  const words = dictionary['passwords-common'].filter(word => word.length >= SHORTEST)
  const lines = JSON.stringify(`\n${words.join('\n')}\n`)
  const text = lines.slice(1, -1).replaceAll("'", "\\'")
  const file = join(root, 'server/src/features/account/common-passwords.ts')
  writeFileSync(file, `${head}\nexport const COMMON_PASSWORDS = '${text}'\n`)
  say(`${words.length} passwords are in ${file}`)
})
