import { splitExtension } from '@coffer/contract/names'

export type FileKind =
  | 'pdf'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'image'
  | 'video'
  | 'audio'
  | 'archive'
  | 'code'
  | 'text'

const ENDINGS: Record<FileKind, string> = {
  pdf: 'pdf',
  document: 'doc docx odt rtf pages epub',
  sheet: 'xls xlsx ods csv tsv numbers',
  slides: 'ppt pptx odp key',
  image: 'jpg jpeg png gif webp avif heic heif svg bmp tif tiff ico raw cr2 nef arw dng psd',
  video: 'mp4 mov mkv webm avi m4v mpg mpeg wmv 3gp',
  audio: 'mp3 wav flac m4a ogg opus aac wma aiff',
  archive: 'zip rar 7z tar gz tgz bz2 xz zst iso dmg',
  code: 'js ts tsx jsx json html css scss py rb go rs java c h cpp cs php sh sql xml yaml yml toml',
  text: 'txt md log',
}

const KINDS = new Map(
  Object.entries(ENDINGS).flatMap(([kind, endings]) =>
    endings.split(' ').map(ending => [ending, kind as FileKind] as const),
  ),
)

/** Returns the kind of a file and a label of at most four characters for its tile. */
export function fileKind(name: string): { kind: FileKind; label: string } {
  const ending = splitExtension(name)[1].slice(1).toLowerCase()
  const kind = KINDS.get(ending) ?? 'text'
  const short = ending.replace(/^(doc|xls|ppt)x$/, '$1').replace('jpeg', 'jpg')
  return { kind, label: /^[a-z0-9]{1,4}$/.test(short) ? short.toUpperCase() : '' }
}
