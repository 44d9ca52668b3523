import type { Version } from '@coffer/contract/versions'
import { startDownload } from '../../lib/start-download.ts'

/**
 * Downloads a version.
 * @param name the file's current name
 */
export const downloadVersion = ({ attributes }: Version, name: string): void =>
  startDownload(`${attributes.file_url}&download=1`, name)
