"""Vocabulary: how TLS and API calls fail."""

from calicovet.model.failures.how import How
from calicovet.parse.failures.vocabulary_row import Weight, how

_PRECISE, _EFFECT = Weight.PRECISE, Weight.EFFECT

TLS = (
    how(
        How.UNKNOWN_AUTHORITY,
        "unknown authority|unknown ca|unknown issuer",
        r"signed by (an )?unknown authority|unknown (certificate authority|CA|issuer)\b",
        _PRECISE,
    ),
    how(
        How.UNKNOWN_AUTHORITY,
        "self signed|issuer local|unable verify",
        r"self[- ]signed certificate|unable to get local issuer certificate|unable to verify the first certificate",
    ),
    how(
        How.UNKNOWN_AUTHORITY,
        "crypto verification rsa|crypto verification ecdsa",
        r"crypto/(rsa|ecdsa): verification error",
        _PRECISE,
    ),
    how(
        How.CERTIFICATE_EXPIRED,
        "expired certificate after",
        r"certificate has expired or is not yet valid: current time \S+ is after",
        _PRECISE,
    ),
    how(
        How.CERTIFICATE_NOT_YET_VALID,
        "expired certificate before",
        r"certificate has expired or is not yet valid: current time \S+ is before",
        _PRECISE,
    ),
    how(
        How.CERTIFICATE_NOT_YET_VALID,
        "certificate yet valid|not valid",
        r"certificate is not( yet)? valid( yet| until)?|not yet valid",
        _EFFECT,
    ),
    how(
        How.CERTIFICATE_DATES, "expired certificate", r"certificate has expired or is not yet valid"
    ),
    how(
        How.CERTIFICATE_EXPIRED,
        "expired certificate|expired cert|certificates expired|certs expired",
        r"(certificates?|certs?)\W.{0,60}?expired(?! or is not)|expired certificate|tls: expired certificate|certificate expired",
    ),
    how(
        How.CERTIFICATE_WRONG_NAME,
        "valid certificate for",
        r"certificate (is|was) (only )?valid for .{1,600}?, not [^\s\"']+",
        _PRECISE,
    ),
    how(
        How.CERTIFICATE_WRONG_NAME,
        "sans certificate|names certificate san|valid certificate names|sans|certificate validate",
        r"doesn.t contain any IP SANs|certificate is not valid for any names|cannot validate certificate\b",
        _PRECISE,
    ),
    how(
        How.CERTIFICATE_WRONG_NAME,
        "common certificate|match certificate|required certificate|ssl",
        r"certificate relies on legacy Common Name|(certificate|SSL).{0,40}(subject name|host ?name).{0,40}does not match|peer certificate does not have required (CN|URI SAN)",
        _PRECISE,
    ),
    how(
        How.HANDSHAKE,
        "handshake failure|handshake failed|handshake error",
        r"(TLS |authentication |ssl )?handshake (failed|failure|error)",
        _EFFECT,
    ),
    how(
        How.HANDSHAKE,
        "tls error remote|tls certificate|tls",
        r"remote error: tls|tls: (bad certificate|handshake failure|internal error|protocol version not supported|no supported versions|certificate required|unknown certificate|access denied|decrypt error|alert\(\d+\)|failed to (verify certificate(?!: x509)|find any PEM data|parse private key)|private key does not match)",
    ),
    how(
        How.NOT_TLS,
        "handshake look tls|http response https|plain http|malformed http|request https|number version",
        r"first record does not look like a TLS handshake|server gave HTTP response to HTTPS client|HTTP request (was sent )?to an HTTPS server|malformed HTTP (response|status|version)|wrong version number",
        _PRECISE,
    ),
    how(
        How.HANDSHAKE,
        "x unsupported|x unhandled|x unknown|x invalid|x malformed|x missing|x negative|x trailing|x failed|x many|x certificate",
        r"x509: (unsupported|unhandled|unknown|invalid|malformed|missing|negative|trailing|failed|too many|certificate (specifies|contains|is not|has a|public)) .{0,80}",
    ),
)

API = (
    how(
        How.FORBIDDEN,
        "authorized not|unauthorizedoperation|accessdenied",
        r"not authorized|UnauthorizedOperation|\bAccessDenied\b",
        _PRECISE,
    ),
    how(
        How.UNAUTHORIZED,
        "unauthorized|logged provide credentials|credentials client provide|unauthenticated|logged must",
        r"(\W|^|code[=: ]+)unauthorized(?! to (create tier|query))|asked for the client to provide credentials|must be logged in to the server|code = Unauthenticated|401 Unauthorized",
    ),
    how(
        How.UNAUTHORIZED,
        "authentication required|authentication failed|access requested denied|login denied|docker login|basic auth",
        r"authentication (is )?required|authentication failed|requested access to the resource is denied|may require .{0,12}docker login|no basic auth credentials",
    ),
    how(
        How.UNAUTHORIZED,
        "authorization failed pull|pull|insufficient scope|authorization failed",
        r"authorization failed|pull access denied|insufficient_scope",
    ),
    how(
        How.UNAUTHORIZED,
        "token expired|token invalid|bearer token|token valid|authenticate request",
        r"(service account )?token (has |is )?(expired|invalid|not valid)|invalid bearer token|token is expired|unable to authenticate the request",
        _EFFECT,
    ),
    how(
        How.FORBIDDEN,
        "forbidden user cannot",
        r"is forbidden: User .{1,200}? cannot (?P<v>\w+)",
        _PRECISE,
    ),
    how(
        How.FORBIDDEN,
        "cannot user resource|cannot user serviceaccount|cannot user",
        r"\bUser \W{0,4}\S{3,160}?\W{0,4} cannot (?P<v>\w+) ",
        _PRECISE,
    ),
    how(
        How.DENIED,
        "forbidden quota|forbidden exceeded|quota",
        r"is forbidden: (exceeded quota|failed quota)|exceeded quota",
        _PRECISE,
    ),
    how(
        How.DENIED,
        "violates podsecurity|forbidden podsecuritypolicy|forbidden policy|forbidden security|securitycontextconstraints|denied request admission|denied webhook|forbidden admission|insufficient quota|disallowed policy|to validate|forbidden is|by denied",
        r"\bviolates PodSecurity|unable to validate against any (pod ?security ?policy|security context constraint)|no providers available to validate|is forbidden: (PodSecurityPolicy|pod ?security|violates|maximum|minimum|unable to validate)|admission webhook .{1,200}? denied the request|insufficient quota to match these scopes|disallowed by cluster policy|is denied by",
        _PRECISE,
    ),
    how(
        How.DENIED,
        "forbidden usage|forbidden maximum|forbidden minimum",
        r"is forbidden: \W{0,3}(maximum|minimum) \w+ usage per",
        _PRECISE,
    ),
    how(
        How.DENIED,
        "terminated being create",
        r"unable to create new content in namespace \S+ because it is being terminated",
        _PRECISE,
    ),
    how(How.FORBIDDEN, "forbidden", r"(\W|^)(403 )?Forbidden(?! by)", _EFFECT),
    how(
        How.NOT_SERVED,
        "requested resource find",
        r"the server could not find the requested resource",
        _PRECISE,
    ),
    how(How.NOT_SERVED, "matches kind no", r"no matches for kind", _PRECISE),
    how(
        How.NOT_SERVED,
        "type server have|kind registered",
        r"the server doesn.t have a resource type|no kind \S+ is registered",
        _PRECISE,
    ),
    how(
        How.NOT_SERVED,
        "unknown service|unimplemented",
        r"unknown service \S+|code = Unimplemented",
        _PRECISE,
    ),
    how(How.NOT_SERVED, "discovery failed groups", r"discovery failed for some groups"),
    how(
        How.NOT_FOUND,
        "found not|code|http status|does exist|http",
        r"\bnot found(?! in (ConfigMap|PATH))|does not exist: \w+\(|(?:HTTP(?: status)?|code)\W{1,3}404",
    ),
    how(How.NOT_FOUND, "exist resource not", r"resource does not exist"),
    how(
        How.NOT_FOUND,
        "manifest unknown|unknown name|found manifest|not repository",
        r"manifest (for \S+ )?(unknown|not found)|repository name not known|repository does not exist|name unknown",
        _PRECISE,
    ),
    how(How.NOT_FOUND, "key configmap find|couldn find", r"couldn.t find key", _PRECISE),
    how(
        How.ALREADY_EXISTS,
        "exists already|alreadyexists|already exist",
        r"already (exists|exist)|code = AlreadyExists",
        _EFFECT,
    ),
    how(
        How.CONFLICT,
        "conflict|conflicting|fulfilled operation|for reserved",
        r"update conflict|conflict(ing)? (node|address|with)|(409|object) conflict|operation cannot be fulfilled|address conflict|\bname conflict|is reserved for",
    ),
    how(
        How.CONFLICT,
        "using already|already used",
        r"is already using( the)?( IPv[46])? address|is already (being )?used by",
        _PRECISE,
    ),
    how(How.CONFLICT, "modified object", r"the object has been modified", _EFFECT),
    how(
        How.INVALID_OBJECT,
        "invalid value|invalid|required value|unsupported value",
        r"[\w.-]\W{0,4} is invalid:|(Required|Unsupported|Invalid) value: |admission .{0,40}?invalid",
    ),
    how(
        How.INVALID_OBJECT,
        "validating unknown field|field unknown|strict decoding|data validating",
        r"error validating data|unknown field \S+|strict decoding error",
        _PRECISE,
    ),
    how(
        How.TOO_LARGE,
        "long annotations",
        r"metadata\.annotations: Too long",
        _PRECISE,
    ),
    how(
        How.RATE_LIMITED,
        "many requests|toomanyrequests|limit rate|throttling|manyrequests|toomany|http",
        r"too ?many ?requests|(pull )?rate limit|HTTP\S* 429|client-side throttling",
        _PRECISE,
    ),
    how(
        How.SERVER_ERROR,
        "error internal server|unavailable service|bad gateway|gateway timeout|unable server return|unable server handle|gateway out|apiserver ready|error server",
        r"internal server error|an error on the server|service (is |temporarily )?unavailable|bad gateway|gateway time-?out|server (is currently|was) unable to (handle|return)|apiserver not ready",
    ),
    how(
        How.SERVER_ERROR,
        "statuscode|status code|reporting|http",
        r"(status ?code|HTTP\S*|reporting)\W{1,3}(?P<v>50\d)(?!\d)",
    ),
    how(
        How.SERVER_ERROR,
        "apiserver shutdown|shutting server|apiserver shutting",
        r"server (is )?shutting down|apiserver is shutting down",
    ),
    how(
        How.FOREIGN_ANSWER,
        "https unavailable|https forbidden|https gateway|https authentication|gateway http|proxy authentication|service unavailable|forbidden http|gateway http",
        r"\b(Get|Post|Put|Patch|Delete) \W{0,4}https?://[^\s\"']+\W{0,4}:? (Service Unavailable|Forbidden|Bad Gateway|Proxy Authentication Required|Gateway Time-?out)\W*$",
        _PRECISE,
    ),
    how(
        How.FOREIGN_ANSWER,
        "character looking beginning|html|proxyconnect",
        r"invalid character .{1,3}<.{1,3} looking for beginning of value|proxyconnect tcp|<html|text/html",
    ),
)

HOWS = (*TLS, *API)
