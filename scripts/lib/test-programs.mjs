import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './apt.mjs'
import { programFolders } from './environment.mjs'

/** Programs that tests use to open archives, create videos, share connections and serve as proxy, with their Debian packages. */
const programs = {
  unzip: 'unzip',
  '7z': 'p7zip-full',
  python3: 'python3-minimal',
  ffmpeg: 'ffmpeg',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx',
}

/** Installs missing programs; tests report those that are unavailable. */
export async function provideTestPrograms() {
  for (const [program, name] of Object.entries(programs))
    if (!programFolders().some(folder => existsSync(join(folder, program))))
      await installPackage(name)
}
