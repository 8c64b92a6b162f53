package dev.larder.gateway.demo;

import java.util.LinkedHashMap;
import tools.jackson.databind.json.JsonMapper;

/** RFC 9457 problem details: what the learning API answers to a request that it cannot perform. */
final class DemoProblems {

    private DemoProblems() {}

    static DemoResponse badRequest(String detail) {
        return problem(400, "Bad Request", detail);
    }

    static DemoResponse notFound(String path) {
        return problem(404, "Not Found", "There is nothing at " + path + ".");
    }

    /** {@code allow} names the methods that the resource does support (RFC 9110 15.5.6). */
    static DemoResponse methodNotAllowed(DemoRequest request, String allow) {
        var detail = request.path() + " does not support " + request.method() + ".";
        return problem(405, "Method Not Allowed", detail).with("Allow", allow);
    }

    static DemoResponse preconditionFailed(String path) {
        return problem(412, "Precondition Failed", "A condition of the request does not hold for " + path + ".");
    }

    static DemoResponse contentTooLarge(int limit) {
        return problem(413, "Content Too Large", "The request content exceeds " + limit + " bytes.");
    }

    /** {@code type} is left at its default, about:blank. */
    private static DemoResponse problem(int status, String title, String detail) {
        var members = new LinkedHashMap<String, Object>();
        members.put("title", title);
        members.put("status", status);
        members.put("detail", detail);
        return DemoResponse.of(status)
                .content("application/problem+json", JsonMapper.shared().writeValueAsString(members) + "\n");
    }
}
