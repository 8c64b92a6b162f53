package dev.larder.insight.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequesterTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "CF-Access-Jwt-Assertion",
                "CF-Access-Authenticated-User-Email",
                "CF-Access-Client-Id",
                "Sec-User",
                "Sec-WebSocket-Protocol",
                "X-Amzn-Trace-User",
                "X-B3-User",
                "X-Cloud-Trace-User",
                "X-Datadog-User",
                "X-Forwarded-Access-Token",
                "X-Forwarded-Client-Cert",
                "X-Forwarded-Email",
                "X-Forwarded-Groups",
                "X-Forwarded-Preferred-Username",
                "X-Forwarded-User",
                "X-Remote-User",
                "From",
                "baggage",
                "x-anything"
            })
    void unknownFieldIdentifiesRequester(String field) {
        assertThat(Requester.mayIdentifyUser(field)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept-Language",
                "CF-Ray",
                "Sec-CH-UA-Platform",
                "Sec-Fetch-Site",
                "traceparent",
                "X-Amzn-Trace-Id",
                "X-B3-TraceId",
                "X-Cloud-Trace-Context",
                "x-datadog-parent-id",
                "X-Forwarded-For",
                "X-Forwarded-Proto"
            })
    void fieldOfConnectionTraceOrSoftwareDoesNotIdentifyRequester(String field) {
        assertThat(Requester.mayIdentifyUser(field)).isFalse();
    }
}
