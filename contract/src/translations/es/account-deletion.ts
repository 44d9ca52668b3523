import type { accountDeletion as en } from '../en/account-deletion.ts'

export const accountDeletion: Record<keyof typeof en, string> = {
  'archive.readme.title': 'Los datos de {{name}} en {{app}}',
  'archive.readme.text':
    'Todo tal como estaba el {{date}}. Los archivos de data/ son JSON: pueden leerlos personas y programas. Las horas están en UTC.',
  'archive.readme.files':
    'Tus archivos y carpetas, tal como estaban. Entre ellas están tus propias carpetas de equipo.',
  'archive.readme.trash': 'Lo que había en tu papelera.',
  'archive.readme.profile': 'Quién eres aquí y tus ajustes.',
  'archive.readme.items':
    'Cada archivo y carpeta: dónde está aquí, sus fechas, su tipo de documento y lo que dicen sus campos.',
  'archive.readme.favourites': 'Lo que marcaste como favorito.',
  'archive.readme.shares': 'Los enlaces que creaste, sin lo que los abre.',
  'archive.readme.upload_requests': 'Tus solicitudes de archivos.',
  'archive.readme.team_folders':
    'Tus carpetas de equipo con quienes están en ellas, y las de otras personas en las que estás.',
  'archive.readme.customers': 'Los clientes a los que corresponden carpetas tuyas.',
  'archive.readme.notifications': 'Lo que se te ha avisado.',
  'archive.readme.sessions': 'Dónde has iniciado sesión.',
  'archive.readme.access_tokens': 'Los nombres de tus tokens de acceso, no los tokens.',
  'archive.readme.passkeys': 'Los nombres de tus llaves de acceso.',
  'archive.readme.traffic': 'Cuánto enviaste y recibiste cada día.',
  'archive.readme.without': 'Lo que no está aquí',
  'archive.readme.without_text':
    'Versiones anteriores de archivos, lo que hay en carpetas de equipo de otras personas, subidas sin terminar y todo lo que dejaría entrar a alguien: contraseñas, tokens, llaves y enlaces.',
  'data_export.title': 'Llévate tus datos',
  'data_export.text':
    'Un solo archivo con todos tus archivos y carpetas, tu papelera y lo que aquí se sabe de ti. Se guarda siete días.',
  'data_export.make': 'Preparar un archivo',
  'data_export.again': 'Intentar de nuevo',
  'data_export.ask':
    'Para asegurarnos de que eres tú, escribe tu contraseña. Te avisaremos cuando el archivo esté listo.',
  'data_export.making': '{{done, number}} de {{total, number}} elementos',
  'data_export.making_text': 'Puedes salir de esta página: te avisaremos cuando esté listo.',
  'data_export.give_up': 'Cancelar',
  'data_export.of': 'Archivo del {{date}}',
  'data_export.until': 'Se guarda hasta el {{date}}',
  'data_export.download': 'Descargar',
  'data_export.failed': 'No se pudo preparar el archivo. No se ha perdido nada tuyo.',
  'data_export.remove': 'Eliminar el archivo',
  'data_export.remove_title': '¿Eliminar el archivo?',
  'data_export.remove_text':
    'Tus archivos se quedan como están. Puedes preparar otro cuando quieras.',
  'account_deletion.title': 'Eliminar tu cuenta',
  'account_deletion.text':
    'Tu cuenta y todo lo que hay en ella desaparecen al momento y para siempre. No hay vuelta atrás.',
  'account_deletion.open': 'Eliminar cuenta',
  'account_deletion.dialog': '¿Eliminar tu cuenta?',
  'account_deletion.lead': 'Esto desaparece al momento y nadie puede recuperarlo:',
  'account_deletion.going': 'Lo que desaparece',
  'account_deletion.files_one': '{{count, number}} archivo con sus versiones, {{size}}',
  'account_deletion.files_other': '{{count, number}} archivos con sus versiones, {{size}}',
  'account_deletion.folders_one': '{{count, number}} carpeta',
  'account_deletion.folders_other': '{{count, number}} carpetas',
  'account_deletion.shares_one': '{{count, number}} enlace que compartiste',
  'account_deletion.shares_other': '{{count, number}} enlaces que compartiste',
  'account_deletion.upload_requests_one': '{{count, number}} solicitud de archivos',
  'account_deletion.upload_requests_other': '{{count, number}} solicitudes de archivos',
  'account_deletion.unfinished_uploads_one': '{{count, number}} subida sin terminar',
  'account_deletion.unfinished_uploads_other': '{{count, number}} subidas sin terminar',
  'account_deletion.team_folders_one': '{{count, number}} carpeta de equipo tuya',
  'account_deletion.team_folders_other': '{{count, number}} carpetas de equipo tuyas',
  'account_deletion.team_members_one': '{{count, number}} persona pierde tus carpetas de equipo',
  'account_deletion.team_members_other':
    '{{count, number}} personas pierden tus carpetas de equipo',
  'account_deletion.stays': 'Lo que pusiste en carpetas de otras personas se queda allí: es suyo.',
  'account_deletion.take_along': 'Antes, llévate tus datos',
  'account_deletion.address': 'Escribe tu dirección',
  'account_deletion.delete': 'Eliminarlo todo',
  'notes.account_deleted': 'Tu cuenta se ha eliminado',
  'notes.account_deleted_text':
    'Se ha cerrado tu sesión en todas partes y todo lo que había en ella está desapareciendo. Gracias por haber estado aquí.',
}
