package dev.larder.gateway.actuate;

import dev.larder.http.ProblemJson;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.http.HttpStatus;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/** Responses shared by the operations of all endpoints. */
public final class EndpointResponses {

    private static final MimeType PROBLEM = MimeTypeUtils.parseMimeType(ProblemJson.MEDIA_TYPE);

    private EndpointResponses() {}

    /** A problem detail (RFC 9457). */
    record ProblemDetail(String type, String title, int status, String detail) {}

    /** Returns the result of the work, or a problem if it is refused. */
    public static WebEndpointResponse<Object> answer(Supplier<Object> work) {
        try {
            return new WebEndpointResponse<>(work.get());
        } catch (RefusedOperationException refusal) {
            HttpStatus status = refusal.status();
            var problem = new ProblemDetail("about:blank", status.getReasonPhrase(), status.value(), refusal.detail());
            return new WebEndpointResponse<>(problem, status.value(), PROBLEM);
        }
    }
}
