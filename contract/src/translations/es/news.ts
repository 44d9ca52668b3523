import type { news as en } from '../en/news.ts'

export const news: Record<keyof typeof en, string> = {
  'news.button.show': 'Mostrar',
  'news.button.why': 'Por qué',
  'news.button.send_files': 'Enviar archivos',
  'news.button.billing': 'Ir a facturación',
  'news.remote_done.title_one': 'Ha llegado {{count, number}} archivo de su enlace',
  'news.remote_done.title_other': 'Han llegado {{count, number}} archivos de sus enlaces',
  'news.remote_done.text_one': '{{name}} está entre tus archivos.',
  'news.remote_done.text_other': '{{name}} fue el último.',
  'news.remote_failed.title_one': 'No se pudo traer {{count, number}} archivo',
  'news.remote_failed.title_other': 'No se pudieron traer {{count, number}} archivos',
  'news.remote_failed.text': 'Han llegado {{done, number}} de {{total, number}} de sus enlaces.',
  'news.team_invitation.title': 'Invitación a {{folder}}',
  'news.team_invitation.text': '{{inviter}} quiere que te unas a esta carpeta de equipo.',
  'news.files_asked.title': '{{asker}} te pide archivos',
  'news.files_asked.text': 'Para: {{name}}',
  'news.request_filled.title': 'Los archivos para {{name}} ya están aquí',
  'news.request_filled.text_one': 'Ha llegado {{count, number}} archivo por tu solicitud.',
  'news.request_filled.text_other': 'Han llegado {{count, number}} archivos por tu solicitud.',
  'news.link_guessed.title': 'Alguien intenta adivinar la contraseña de {{item}}',
  'news.link_guessed.text':
    '{{count, number}} intentos fallidos en un cuarto de hora. Los siguientes se frenan; puedes cambiar la contraseña o terminar el enlace.',
}
