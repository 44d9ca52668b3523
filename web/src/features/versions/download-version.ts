import type { Version } from '@coffer/contract/versions'
import { startDownload } from '../../lib/start-download.ts'

/** @param name what the file is called today */
export const downloadVersion = ({ attributes }: Version, name: string): void =>
  startDownload(`${attributes.file_url}&download=1`, name)
