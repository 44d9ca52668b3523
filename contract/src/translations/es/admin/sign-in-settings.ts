import type { signInSettings as en } from '../../en/admin/sign-in-settings.ts'

export const signInSettings: Record<keyof typeof en, string> = {
  'sign_in_settings.title': 'Inicio de sesión',
  'sign_in_settings.registration': 'Registro',
  'sign_in_settings.registration_who': 'Quién puede crear una cuenta',
  'sign_in_settings.registration_open': 'Cualquiera',
  'sign_in_settings.registration_open_text': 'La página de registro está abierta a todos.',
  'sign_in_settings.registration_domains': 'Algunos dominios de correo',
  'sign_in_settings.registration_domains_text':
    'Solo direcciones de los dominios que indiques y personas invitadas.',
  'sign_in_settings.registration_invited': 'Solo personas invitadas',
  'sign_in_settings.registration_invited_text':
    'Las cuentas las crean los administradores o una invitación.',
  'sign_in_settings.registration_domains_label': 'Dominios de correo',
  'sign_in_settings.registration_domains_help': 'Separados por comas.',
  'sign_in_settings.registration_domains_empty':
    'Escribe al menos un dominio. Mientras tanto, cualquiera puede crear una cuenta.',
  'sign_in_settings.user_verification': 'Verificación del correo',
  'sign_in_settings.user_verification_help':
    'Si hay que abrir el enlace de un correo antes de poder iniciar sesión.',
  'sign_in_settings.verification_auto': 'Cuando se puedan enviar correos',
  'sign_in_settings.verification_on': 'Siempre',
  'sign_in_settings.verification_off': 'Nunca',
  'sign_in_settings.security': 'Seguridad',
  'sign_in_settings.two_factor_required': 'Exigir la verificación en dos pasos',
  'sign_in_settings.two_factor_required_help':
    'Los usuarios sin segundo factor deben configurarlo antes de ver sus archivos.',
  'sign_in_settings.session_days': 'Duración de la sesión',
  'sign_in_settings.session_days_help_one':
    'Una sesión termina tras {{count, number}} día sin uso.',
  'sign_in_settings.session_days_help_other':
    'Una sesión termina tras {{count, number}} días sin uso.',
  'sign_in_settings.provider_text':
    'Quien tiene una cuenta de {{name}} inicia sesión sin contraseña.',
  'sign_in_settings.provider_allowed': 'Iniciar sesión con {{name}}',
  'sign_in_settings.provider_allowed_help':
    'Se ofrece cuando el ID y el secreto han pasado la prueba.',
  'sign_in_settings.client_id': 'ID de cliente de {{name}}',
  'sign_in_settings.client_secret': 'Secreto de cliente de {{name}}',
  'sign_in_settings.callback': 'Dirección de retorno',
  'sign_in_settings.callback_help': 'Indícala en {{name}} como dirección de redirección permitida.',
  'sign_in_settings.test': 'Probar',
  'sign_in_settings.test_text':
    'Pregunta a {{name}} si acepta este ID, este secreto y la dirección de retorno. Solo se puede activar tras una prueba superada.',
  'sign_in_settings.test_accepted': '{{name}} acepta el ID, el secreto y la dirección de retorno.',
  'sign_in_settings.test_refused': '{{name}} rechaza el ID o el secreto.',
  'sign_in_settings.test_callback_refused':
    '{{name}} rechaza la dirección de retorno. Regístrala allí primero.',
  'sign_in_settings.test_unknown':
    'La respuesta de {{name}} no lo aclara. Prueba a iniciar sesión con él.',
  'sign_in_settings.openid': 'OpenID Connect',
  'sign_in_settings.openid_text':
    'Se inicia sesión con la cuenta de la organización: Keycloak, Entra ID, Okta, Authentik y otros.',
  'sign_in_settings.openid_allowed': 'Iniciar sesión con OpenID Connect',
  'sign_in_settings.openid_allowed_help':
    'Se puede activar cuando una prueba de inicio de sesión haya salido bien.',
  'sign_in_settings.openid_issuer': 'Emisor',
  'sign_in_settings.openid_issuer_help':
    'La dirección del proveedor, tal como aparece en sus tokens.',
  'sign_in_settings.openid_client_id': 'ID de cliente',
  'sign_in_settings.openid_client_secret': 'Secreto de cliente',
  'sign_in_settings.openid_callback_help':
    'Indícala en el proveedor como dirección de redirección permitida.',
  'sign_in_settings.openid_scopes': 'Ámbitos',
  'sign_in_settings.openid_scopes_help':
    'Separados por espacios. El proveedor debe devolver el correo y si está verificado.',
  'sign_in_settings.openid_label': 'Texto del botón',
  'sign_in_settings.openid_label_help':
    'Por ejemplo, «Entrar con Ejemplo, S. A.». Vacío: Inicio de sesión único.',
  'sign_in_settings.openid_creates_accounts': 'Crear cuentas en el primer inicio de sesión',
  'sign_in_settings.openid_creates_accounts_help':
    'En la medida en que lo permita el registro. Si no, solo entran así los usuarios que ya existen.',
  'sign_in_settings.openid_role_claim': 'Atributo del rol',
  'sign_in_settings.openid_role_claim_help':
    'Los puntos separan niveles, como realm_access.roles. Vacío: los roles se asignan aquí.',
  'sign_in_settings.openid_admin_value': 'Valor de los administradores',
  'sign_in_settings.openid_admin_value_help':
    'Quien lo tenga en el atributo será administrador; los demás pierden el rol, salvo el último. Sin el atributo, solo pierde el rol quien lo obtuvo por él.',
  'sign_in_settings.openid_test': 'Probar inicio de sesión',
  'sign_in_settings.openid_test_text':
    'Busca el proveedor e inicia tu sesión allí una vez. Para los demás no cambia nada.',
  'sign_in_settings.openid_test_save': 'Guarda los cambios y después pruébalos.',
  'sign_in_settings.openid_found':
    'Se ha encontrado el proveedor. Abriendo su página de inicio de sesión…',
  'sign_in_settings.openid_not_found':
    'No se ha encontrado ningún proveedor de OpenID Connect con este emisor.',
  'sign_in_settings.openid_result_passed': 'La prueba ha salido bien. Ya puedes activarlo.',
  'sign_in_settings.openid_result_email_unverified':
    'La prueba de inicio de sesión ha funcionado. Ya puedes activarlo. El proveedor no confirma que los correos estén verificados: los usuarios nuevos deben confirmar el suyo por correo y no se pueden vincular las cuentas existentes. Para cambiarlo, configura el proveedor para que envíe el dato email_verified con el valor true.',
  'sign_in_settings.openid_result_no_role_claim':
    'La prueba de inicio de sesión ha funcionado. Ya puedes activarlo. El proveedor no envía el atributo del rol, así que al entrar no cambia ningún rol. Revisa el nombre del atributo y los ámbitos.',
  'sign_in_settings.openid_result_cancelled': 'La prueba se ha cancelado.',
  'sign_in_settings.openid_result_no_email':
    'El proveedor no ha devuelto ningún correo. Revisa los ámbitos.',
  'sign_in_settings.openid_result_failed':
    'La prueba ha fallado. Revisa el secreto de cliente y la dirección de redirección.',
}
