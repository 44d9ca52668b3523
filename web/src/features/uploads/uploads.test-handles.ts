/** Handles as a browser hands them out, of what is not on any disk. */

export const fileHandle = (file: File, more: object = {}) =>
  ({ kind: 'file', name: file.name, getFile: async () => file, ...more }) as FileSystemFileHandle

function folderHandle(name: string, children: FileSystemHandle[]): FileSystemDirectoryHandle {
  const child = async (wanted: string) => {
    const found = children.find(one => one.name === wanted)
    if (!found) throw new DOMException('', 'NotFoundError')
    return found
  }
  const way = { getFileHandle: child, getDirectoryHandle: child }
  return { kind: 'directory', name, ...way } as unknown as FileSystemDirectoryHandle
}

export const pier = fileHandle(new File(['pier'], 'pier.jpg'))
export const photos = folderHandle('photos', [folderHandle('2026', [pier])])
