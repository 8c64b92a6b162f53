package dev.larder.gateway.connection;

import dev.larder.rfc9111.FieldNames;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveHopByHopHeadersFilter;
import reactor.netty.http.client.HttpClient;

/**
 * The header fields of forwarded messages.
 *
 * @param cached on routes with a cache
 * @param streamed the same for requests of HTTP/2
 * @param uncached on other routes, whose requests get no field of Larder's; null if those are not forwarded here
 */
record ForwardedFieldsByRoute(
        ForwardedFields cached,
        ForwardedFields streamed,
        @Nullable ForwardedFields uncached) {

    static ForwardedFieldsByRoute of(ListableBeanFactory beans, String name) {
        Set<String> removed = ForwardingAssessment.removed(beans);
        List<HttpHeadersFilter> description = ForwardingAssessment.description(beans);
        List<HttpHeadersFilter> trusted = ForwardingAssessment.trustsProxies(beans) ? description : List.of();
        FieldNames names = FieldNames.of(removed);
        var uncached = new ForwardedFields(description, names, "", HttpClient.USER_AGENT);
        return new ForwardedFieldsByRoute(
                new ForwardedFields(trusted, names, via("1.1", name), ""),
                new ForwardedFields(trusted, names, via("2.0", name), ""),
                removed.containsAll(RemoveHopByHopHeadersFilter.HEADERS_REMOVED_ON_REQUEST) ? uncached : null);
    }

    /** RFC 9110 7.6.3: names the version of the received message. */
    private static String via(String version, String name) {
        return name.isEmpty() ? "" : version + " " + name;
    }

    /** Returns those on routes with a cache. */
    ForwardedFields cached(boolean stream) {
        return stream ? streamed : cached;
    }
}
