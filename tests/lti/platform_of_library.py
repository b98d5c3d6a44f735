"""A learning platform made of lti1p3platform (OpenLearning), on a free port: keys, sign-in, tokens, grades, deep linking.

The library makes and judges every message; here is only HTTP, and a book of grades."""

import json
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from jwcrypto.jwk import JWK
from lti1p3platform.exceptions import LtiException
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.oidc_login import OIDCLoginAbstract
from lti1p3platform.registration import Registration
from lti1p3platform.request import Request
from lti1p3platform.score import UpdateScoreStatus
from lti1p3platform.service_connector import AssignmentsGradesService

CLIENT, DEPLOYMENT = "client-of-invigil", "deployment-1"
ROLES = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
ITEM = "/items/5"


class Config(LTI1P3PlatformConfAbstract):
    def init_platform_config(self, platform, tool):
        key = JWK.generate(kty="RSA", size=2048)
        registration = Registration()
        registration.set_iss(platform).set_client_id(CLIENT).set_deployment_id(DEPLOYMENT)
        registration.set_oidc_login_url(f"{tool}/api/lti/login").set_launch_url(f"{tool}/api/lti/launch")
        registration.set_deeplink_launch_url(f"{tool}/api/lti/launch").set_tool_key_set_url(f"{tool}/api/lti/keys")
        registration.set_platform_private_key(key.export_to_pem(private_key=True, password=None).decode())
        registration.set_platform_public_key(key.export_to_pem().decode())
        self._registration = registration

    def get_registration_by_params(self, **_):
        return self._registration


class Asked(Request):
    def build_metadata(self, request):
        return request


class Login(OIDCLoginAbstract):
    def set_lti_message_hint(self, **kwargs):
        self._lti_message_hint = kwargs["hint"]

    def get_redirect(self, url):
        return url


class Launch(LTIAdvantageMessageLaunchAbstract):
    def render_launch_form(self, launch_data, **_):
        return launch_data


class Grades(AssignmentsGradesService):
    """Only the score of an item is asked for by a tool that has one item per activity."""

    book = {}

    def update_score(self, line_item_id, score):
        self.book[score["userId"]] = score
        return UpdateScoreStatus.SUCCESS

    def find_lineitems(self, **_):
        raise NotImplementedError

    find_lineitem = create_lineitem = update_lineitem = delete_lineitem = get_results = find_lineitems


class Platform:
    def __init__(self, tool):
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer({})

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers.get("content-length", 0))))

            def answer(self, body):
                status, reply = platform.answer(self.command, self.path, self.headers, body)
                data = json.dumps(reply).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.config = Config(platform=self.url, tool=tool)
        self.calls = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, method, path, headers, body):
        self.calls.append(f"{method} {path}")
        path = path.partition("?")[0]
        try:
            if path == "/keys":
                return 200, self.config.get_jwks()
            if path == "/token":
                form = dict(urllib.parse.parse_qsl(body.decode()))
                return 200, self.config.get_access_token(form)
            if path == f"{ITEM}/scores":
                asked = Asked({"method": method, "headers": headers, "get_data": {}, "json": json.loads(body)})
                service = Grades(asked, self.config, f"{self.url}/items", f"{self.url}{ITEM}")
                reply = service.handle_resp(service.handle_update_score, line_item_id="5")
                return reply.code, {"message": reply.message}
        except (LtiException, ValueError, KeyError) as error:
            return 400, {"error": "invalid_request", "error_description": str(error)}
        return 404, {}

    def begin(self, user, target=None):
        """The address that a person's browser is sent to when they open an activity."""
        login = Login(None, self.config)
        if target:
            login.set_launch_url(target)
        login.set_lti_message_hint(hint="5")
        return login.initiate_login(user)

    def sign(self, asked, user, role, choose=False, target=None):
        """The form that the browser posts to the tool, after the tool asked for the person's sign-in."""
        launch = Launch(Asked({"method": "GET", "get_data": asked, "form_data": {}}), self.config)
        launch.set_user_data(user, [ROLES + role], full_name=f"Person {user}", email_address=f"{user}@uni.example.org")
        launch.set_launch_context_claim("course-1", [f"{ROLES.replace('membership', 'course')}CourseOffering"], "Course")
        if choose:
            launch.set_dl(f"{self.url}/chosen", accept_types={"ltiResourceLink"}, extra_data={"course": "course-1"})
        else:
            launch.set_resource_link_claim("activity-1", title="Test")
            launch.set_ags(f"{self.url}/items", f"{self.url}{ITEM}", allow_creating_lineitems=False)
            if target:
                launch.set_launch_url(target)
        return launch.lti_launch()

    def chosen(self, jwt):
        """The items of a choice, which the library has judged."""
        return self.config.validate_deeplinking_resp({"JWT": jwt})
