import type { storage as en } from '../en/storage.ts'

export const storage: Record<keyof typeof en, string> = {
  'storage.images': 'Imágenes',
  'storage.videos': 'Vídeos',
  'storage.audios': 'Audio',
  'storage.documents': 'Documentos',
  'storage.others': 'Otros',
  'storage.versions': 'Versiones',
  'storage.use': 'En uso',
  'storage.unlimited': 'en uso, sin límite',
  'storage.of': 'de {{capacity}} en uso ({{percent}})',
  'storage.reserved': '{{size}} reservados para subidas en curso, tuyas o de tus invitados',
  'storage.failed': 'No se pudo leer tu almacenamiento',
  'storage.free': 'Hacer sitio',
  'storage.trash': 'Papelera',
  'storage.trash_text':
    'Hay {{size}} en la papelera, que cuentan hasta que se eliminen. Están entre las cifras de arriba.',
  'storage.trash_none': 'Nada ocupa espacio en la papelera.',
  'storage.empty_trash': 'Vaciar la papelera',
  'storage.earlier': 'Versiones anteriores',
  'storage.earlier_text':
    'Se guardan {{size}} de archivos que fueron reemplazados, para que puedan volver.',
  'storage.earlier_none': 'No se guarda ninguna.',
  'storage.clear_versions': 'Quitarlas',
  'storage.clear_title': '¿Quitar todas las versiones anteriores?',
  'storage.clear_text':
    'Cada archivo conserva su contenido actual. Lo que tenía antes no se podrá recuperar.',
  'storage.cleared': 'Han quedado libres {{size}}',
  'storage.traffic': 'Tráfico',
  'storage.traffic_text_one': 'Lo que subió y bajó el último día, en UTC.',
  'storage.traffic_text_other':
    'Lo que subió y bajó en los últimos {{count, number}} días, en UTC.',
  'storage.uploaded': 'Subido',
  'storage.downloaded': 'Descargado',
  'storage.largest': 'Archivos más grandes',
  'storage.no_files': 'Aún no hay archivos.',
  'storage.in_trash': 'En la papelera',
  'storage.show': 'Mostrar {{name}} en su carpeta',
  'storage.show_in_trash': 'Mostrar {{name}} en la papelera',
  'storage.remove_file': 'Mover {{name}} a la papelera',
  'storage.delete_file': 'Eliminar {{name}} definitivamente',
}
