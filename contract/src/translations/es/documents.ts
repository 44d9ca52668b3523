import type { documents as en } from '../en/documents.ts'

export const documents: Record<keyof typeof en, string> = {
  'documents.title': 'Documento',
  'documents.action': 'Tipo de documento…',
  'documents.dialog_one': 'Tipo de documento de {{name}}',
  'documents.dialog_many_one': 'Tipo de documento de {{count, number}} elemento',
  'documents.dialog_many_other': 'Tipo de documento de {{count, number}} elementos',
  'documents.upload': 'Subir con tipo de documento…',
  'documents.upload_title': 'Subir con un tipo de documento',
  'documents.upload_text':
    'Lo recibe cada archivo de esta subida. Lo que pide se puede rellenar después.',
  'documents.type': 'Tipo de documento',
  'documents.no_type': 'Ninguno',
  'documents.subcategory': 'Subcategoría',
  'documents.no_subcategory': 'Ninguna',
  'documents.missing_one': '{{count, number}} campo por rellenar',
  'documents.missing_other': '{{count, number}} campos por rellenar',
  'documents.incomplete': 'Campos por rellenar',
  'documents.entered': 'Completo',
  'documents.yes': 'Sí',
  'documents.no': 'No',
  'documents.no_answer': 'Sin respuesta',
  'documents.empty': 'Vacío',
  'documents.kept_hint': 'Los campos que dejes vacíos se quedan como están en cada elemento.',
  'documents.lost_hint':
    'Lo que se rellenó para otro tipo o subcategoría se vacía donde el nuevo no lo pida.',
  'documents.failed': 'No se han podido cargar los campos.',
  'documents.changed_named': 'Se ha cambiado el tipo de documento de «{{name}}»',
  'documents.changed_one': 'Se ha cambiado el tipo de documento de {{count, number}} elemento',
  'documents.changed_other': 'Se ha cambiado el tipo de documento de {{count, number}} elementos',
}
