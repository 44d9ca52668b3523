import type { mail as en } from '../en/mail.ts'

export const mail: Record<keyof typeof en, string> = {
  'mail.reason': 'Recibes este mensaje porque alguien usó tu dirección en {{app}}.',
  'mail.reason_account': 'Recibes este mensaje porque tienes una cuenta en {{app}}.',
  'mail.link_dead': 'Si el botón no funciona, copia esta dirección en tu navegador:',
  'mail.valid_until': 'Disponible hasta',
  'mail.valid_always': 'Sin límite',

  'mail.team_invitation.subject': '{{inviter}} te invita a {{folder}}',
  'mail.team_invitation.title': 'Únete a {{folder}}',
  'mail.team_invitation.edit':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver, añadir y cambiar lo que contiene.',
  'mail.team_invitation.view':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver y descargar lo que contiene.',
  'mail.team_invitation.button': 'Ver la invitación',
  'mail.team_invitation.newcomer':
    'Todavía no tienes cuenta. Créala con esta misma dirección y podrás abrir la carpeta.',
  'mail.team_invitation.newcomer_button': 'Crear una cuenta y unirme',

  'mail.share_link.subject': '{{sender}} comparte {{item}} contigo',
  'mail.share_link.text': '{{sender}} comparte {{item}} contigo.',
  'mail.share_link.button': 'Abrir {{item}}',
  'mail.share_link.password': 'Está protegido: pide la contraseña a {{sender}}.',

  'mail.upload_request.subject': '{{asker}} te pide archivos',
  'mail.upload_request.text':
    '{{asker}} te pide que envíes archivos para {{name}}. No necesitas una cuenta.',
  'mail.upload_request.button': 'Enviar archivos',

  'mail.upload_request_filled.subject': 'Los archivos para {{name}} ya están aquí',
  'mail.upload_request_filled.text_one':
    'Ya está aquí lo que pediste: {{count, number}} archivo para {{name}}.',
  'mail.upload_request_filled.text_other':
    'Ya está aquí lo que pediste: {{count, number}} archivos para {{name}}.',
  'mail.upload_request_filled.button': 'Ver los archivos',

  'mail.upload_receipt.subject': 'Recibo: tus archivos para {{name}}',
  'mail.upload_receipt.title': 'Tus archivos han llegado',
  'mail.upload_receipt.text_one':
    '{{receiver}} ha recibido {{count, number}} archivo tuyo ({{size}}) para {{name}}, el {{date}}.',
  'mail.upload_receipt.text_other':
    '{{receiver}} ha recibido {{count, number}} archivos tuyos ({{size}}) para {{name}}, el {{date}}.',
  'mail.upload_receipt.file': 'Archivo',
  'mail.upload_receipt.size': 'Tamaño',
  'mail.upload_receipt.hash': 'SHA-256',
  'mail.upload_receipt.more_one': 'y {{count, number}} archivo más',
  'mail.upload_receipt.more_other': 'y {{count, number}} archivos más',
  'mail.upload_receipt.proof':
    'El SHA-256 es una huella del archivo: quien la calcule de nuevo verá si el archivo sigue siendo el que enviaste.',
}
