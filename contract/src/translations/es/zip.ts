import type { zip as en } from '../en/zip.ts'

export const zip: Record<keyof typeof en, string> = {
  'zip.started_one': 'La descarga ha empezado: {{count, number}} elemento en un archivo ZIP',
  'zip.started_other': 'La descarga ha empezado: {{count, number}} elementos en un archivo ZIP',
  'zip.long_paths':
    'Estas carpetas estaban a demasiada profundidad para una ruta dentro de un archivo ZIP. Cada una aparece aquí con una ruta corta y, debajo, el lugar que le corresponde.',
  'bulk.moving_one': 'Moviendo {{count, number}} elemento',
  'bulk.moving_other': 'Moviendo {{count, number}} elementos',
  'bulk.copying_one': 'Copiando {{count, number}} elemento',
  'bulk.copying_other': 'Copiando {{count, number}} elementos',
  'bulk.removing_one': 'Moviendo {{count, number}} elemento a la papelera',
  'bulk.removing_other': 'Moviendo {{count, number}} elementos a la papelera',
  'bulk.restoring_one': 'Recuperando {{count, number}} elemento',
  'bulk.restoring_other': 'Recuperando {{count, number}} elementos',
  'bulk.deleting_one': 'Eliminando {{count, number}} elemento para siempre',
  'bulk.deleting_other': 'Eliminando {{count, number}} elementos para siempre',
  'bulk.wait': 'Todo a la vez, o nada. Tarda un momento.',
  'keys.download': 'Descargar',
}
