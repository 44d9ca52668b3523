interface SampleFile {
  name: string
  content: string
}

interface Samples {
  userName: string
  files: readonly SampleFile[]
}

const HARBOUR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 520" width="840" height="520">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#f0c38a"/><stop offset=".38" stop-color="#e08c64"/>
    <stop offset=".7" stop-color="#7d6392"/><stop offset="1" stop-color="#3c4a78"/>
  </linearGradient></defs>
  <rect width="840" height="520" fill="url(#sky)"/>
  <circle cx="540" cy="226" r="58" fill="#ffe7b3"/>
  <path d="M0 384C180 318 320 330 470 356S740 372 840 330V520H0z" fill="#2b3d63"/>
  <path d="M0 424C210 376 420 398 840 410V520H0z" fill="#1f2b48"/>
</svg>
`

const TIDES = `day,high,low
Monday,06:12,12:31
Tuesday,06:58,13:17
Wednesday,07:41,14:02
Thursday,08:25,14:48
`

const en: Samples = {
  userName: 'Demo user',
  files: [
    {
      name: 'Read-me-first.md',
      content: `# Welcome

This demo account is yours alone. Upload files, share a link, ask someone for documents.

- It is **deleted after one hour**, with everything in it.
- It sends no emails.
`,
    },
    { name: 'Harbour-at-dusk.svg', content: HARBOUR },
    { name: 'Tide-table.csv', content: TIDES },
    { name: 'Packing-list.txt', content: 'Charger\nPassport\nRaincoat\nCamera\n' },
  ],
}

const es: Samples = {
  userName: 'Usuario de prueba',
  files: [
    {
      name: 'Léeme-primero.md',
      content: `# Te damos la bienvenida

Esta cuenta de demostración es solo tuya. Sube archivos, comparte un enlace, pide documentos.

- **Se elimina al cabo de una hora**, con todo lo que contenga.
- No envía correos.
`,
    },
    { name: 'Puerto-al-anochecer.svg', content: HARBOUR },
    { name: 'Tabla-de-mareas.csv', content: TIDES },
    { name: 'Lista-de-equipaje.txt', content: 'Cargador\nPasaporte\nImpermeable\nCámara\n' },
  ],
}

/** The files of a new demo account, in English where there are none in the language. */
export const samplesFor = (locale: string): Samples => (locale.startsWith('es') ? es : en)
