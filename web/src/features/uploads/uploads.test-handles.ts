/** File handles like those of a browser, without a disk. */

export const fileHandle = (file: File, more: object = {}) =>
  ({ kind: 'file', name: file.name, getFile: async () => file, ...more }) as FileSystemFileHandle

function folderHandle(name: string, children: FileSystemHandle[]): FileSystemDirectoryHandle {
  const getChild = async (childName: string) => {
    const handle = children.find(entry => entry.name === childName)
    if (!handle) throw new DOMException('', 'NotFoundError')
    return handle
  }
  const methods = { getFileHandle: getChild, getDirectoryHandle: getChild }
  return { kind: 'directory', name, ...methods } as unknown as FileSystemDirectoryHandle
}

export const pier = fileHandle(new File(['pier'], 'pier.jpg'))
export const photos = folderHandle('photos', [folderHandle('2026', [pier])])
