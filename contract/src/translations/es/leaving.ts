import type { leaving as en } from '../en/leaving.ts'

export const leaving: Record<keyof typeof en, string> = {
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
}
