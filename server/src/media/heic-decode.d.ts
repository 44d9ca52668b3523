declare module 'heic-decode' {
  interface Decoded {
    width: number
    height: number
    data: Uint8ClampedArray<ArrayBuffer>
  }
  interface Undecoded {
    width: number
    height: number
    decode: () => Promise<Decoded>
  }
  export function all(input: { buffer: Uint8Array }): Promise<Undecoded[] & { dispose: () => void }>
}
