/** The emoji suggested for folders, each with its search terms. */
export interface OfferedEmoji {
  emoji: string
  en: string
  es: string
}

const parseEmoji = (text: string): OfferedEmoji[] =>
  text.split(';').map(entry => {
    const [emoji = '', ...words] = entry.split(' ')
    const [en = '', es = ''] = words.join(' ').split('|')
    return { emoji, en, es }
  })

export const EMOJI_GROUPS = {
  work: parseEmoji(
    '📁 folder|carpeta;🗂️ dividers|separadores;💼 briefcase|maletín;🏢 office|oficina;' +
      '📊 bar chart|gráfico de barras;📈 growth|crecimiento;📉 decline|descenso;💰 money|dinero;' +
      '💳 card|tarjeta;🧾 receipt invoice|recibo factura;📝 note|nota;✏️ pencil|lápiz;' +
      '🖊️ pen|bolígrafo;📌 pin|chincheta;📎 clip|clip;📅 calendar|calendario;🗓️ planner|agenda;' +
      '📚 books|libros;📖 reading|lectura;🎓 graduation school|graduación escuela;' +
      '✉️ letter mail|carta correo;📦 parcel|paquete;🗄️ archive cabinet|archivo;' +
      '🔒 lock|candado;🔑 key|llave;⚖️ law scales|ley balanza;🤝 agreement|acuerdo;💡 idea|idea',
  ),
  home: parseEmoji(
    '🏠 house home|casa hogar;👪 family|familia;👶 baby|bebé;❤️ heart love|corazón amor;' +
      '🩺 health doctor|salud médico;💊 medicine|medicina;🛒 shopping|compras;' +
      '🎁 gift present|regalo;🎉 party|fiesta;🎂 birthday cake|cumpleaños tarta;🍽️ dinner|cena;' +
      '☕ coffee|café;🍷 wine|vino;🍎 apple|manzana;🍕 pizza|pizza;🛏️ bed|cama;' +
      '🧹 cleaning|limpieza;🔧 repair tool|reparación herramienta;🔨 hammer|martillo;' +
      '🐾 pet paws|mascota huellas;🐶 dog|perro;🐱 cat|gato',
  ),
  nature: parseEmoji(
    '🌱 plant|planta;🌳 tree|árbol;🌸 flower|flor;🌻 sunflower|girasol;🍂 autumn|otoño;' +
      '❄️ snow winter|nieve invierno;☀️ sun summer|sol verano;🌙 moon night|luna noche;' +
      '🌧️ rain|lluvia;🌈 rainbow|arcoíris;⛰️ mountain|montaña;🌊 sea wave|mar ola;' +
      '🔥 fire|fuego;⚡ lightning energy|rayo energía;🐦 bird|pájaro;🐟 fish|pez;' +
      '🦋 butterfly|mariposa;🐝 bee|abeja;🌍 earth world|tierra mundo',
  ),
  travel: parseEmoji(
    '✈️ plane flight|avión vuelo;🚗 car|coche;🚲 bicycle|bicicleta;🚆 train|tren;' +
      '🚢 ship|barco;⛵ sailing boat|velero;⚓ anchor harbour|ancla puerto;🏖️ beach|playa;' +
      '🏕️ camping|acampada;🗺️ map|mapa;🧳 luggage|equipaje;🏰 castle|castillo;🗽 city|ciudad;' +
      '⛺ tent|tienda de campaña;🚀 rocket launch|cohete lanzamiento',
  ),
  free: parseEmoji(
    '📷 camera photos|cámara fotos;🎬 film|película;🎵 music|música;🎸 guitar|guitarra;' +
      '🎨 art painting|arte pintura;🎮 game|juego;🎭 theatre|teatro;⚽ football|fútbol;' +
      '🏀 basketball|baloncesto;🎾 tennis|tenis;🏆 trophy|trofeo;🧩 puzzle|rompecabezas;' +
      '🎲 dice|dados;💻 computer|ordenador;📱 phone|teléfono;🎧 headphones podcast|auriculares;' +
      '🧪 experiment lab|experimento laboratorio;🔭 telescope|telescopio;🤖 robot|robot',
  ),
  signs: parseEmoji(
    '⭐ star|estrella;✅ done check|hecho;❌ cross|cruz;❗ important|importante;' +
      '❓ question|pregunta;🚧 in progress|en obras;♻️ recycling|reciclaje;' +
      '🔔 bell reminder|campana aviso;🏁 finish|meta;🎯 target goal|diana objetivo;' +
      '💎 diamond|diamante;👑 crown|corona;👍 thumbs up|bien;👀 eyes review|ojos revisar;' +
      '🔴 red|rojo;🟠 orange|naranja;🟡 yellow|amarillo;🟢 green|verde;🔵 blue|azul;' +
      '🟣 purple|morado',
  ),
} as const
export type EmojiGroup = keyof typeof EMOJI_GROUPS
