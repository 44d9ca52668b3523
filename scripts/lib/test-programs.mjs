import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './apt.mjs'
import { programFolders } from './environment.mjs'

/** Each program that has to open our archives, or that films are made and read with, with its Debian package. */
const programs = {
  unzip: 'unzip',
  '7z': 'p7zip-full',
  python3: 'python3-minimal',
  ffmpeg: 'ffmpeg',
}

/** Where one can't be had, its test says so. */
export async function provideTestPrograms() {
  for (const [program, name] of Object.entries(programs))
    if (!programFolders().some(folder => existsSync(join(folder, program))))
      await installPackage(name)
}
