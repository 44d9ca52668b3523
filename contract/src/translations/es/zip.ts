import type { zip as en } from '../en/zip.ts'

export const zip: Record<keyof typeof en, string> = {
  'zip.started_one': 'Descarga iniciada: {{count, number}} elemento en un archivo ZIP',
  'zip.started_other': 'Descarga iniciada: {{count, number}} elementos en un archivo ZIP',
  'zip.long_paths':
    'Estas carpetas estaban anidadas a demasiada profundidad para un ZIP. Cada una se guarda con una ruta corta; debajo aparece su ruta original.',
  'bulk.moving_one': 'Moviendo {{count, number}} elemento',
  'bulk.moving_other': 'Moviendo {{count, number}} elementos',
  'bulk.copying_one': 'Copiando {{count, number}} elemento',
  'bulk.copying_other': 'Copiando {{count, number}} elementos',
  'bulk.removing_one': 'Moviendo {{count, number}} elemento a la papelera',
  'bulk.removing_other': 'Moviendo {{count, number}} elementos a la papelera',
  'bulk.restoring_one': 'Restaurando {{count, number}} elemento',
  'bulk.restoring_other': 'Restaurando {{count, number}} elementos',
  'bulk.deleting_one': 'Eliminando {{count, number}} elemento definitivamente',
  'bulk.deleting_other': 'Eliminando {{count, number}} elementos definitivamente',
  'bulk.wait': 'Esto tarda un momento. Cambian todos los elementos o ninguno.',
  'keys.download': 'Descargar',
}
