package dev.larder.gateway.autoconfigure;

import dev.larder.invalidation.Breadth;
import dev.larder.rfc9111.CookiePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What is done with some requests.
 *
 * @param paths patterns of the paths it is for, such as /users/{id}/**; of several rules the most specific pattern counts
 * @param routes ids of the routes it is for, whatever the path
 * @param methods methods of requests that are answered from the store; QUERY and POST need key.content
 * @param statuses status codes of responses that may be stored; without, all that RFC 9111 allows
 * @param ttl freshness of responses whose origin states none
 * @param ttlOverrides whether ttl also takes the place of the freshness that the origin states
 * @param statusTtl by status code, freshness of responses whose origin states none
 * @param maxErrorTtl how long a response with a status code of 400 or more is fresh at most, whoever says longer; what statusTtl
 *     says of it counts as it is
 * @param staleWhileRevalidate how long past its freshness a response is served while it is validated
 * @param staleIfError how long past its freshness a response is served when the origin fails
 * @param setCookie what becomes of responses with Set-Cookie: public-only stores them where the origin itself says public or
 *     s-maxage, strip stores them without it, allow stores them with it under freshness that the origin states
 * @param maxObjectSize bytes of content, beyond which a response is not stored; without, larder.store.max-object-size
 * @param store name below larder.stores of the store for its responses; without, the store of larder.store
 * @param pool pool of its responses, such as users or user-{id}; without, the first segment of the path
 * @param breadth how much of its pool a write makes wrong
 * @param coupledPools pools that its writes make wrong too
 * @param revalidate when a stored response is validated: after its freshness lifetime, or always
 * @param requestDirectives whether Cache-Control and Pragma of requests are honoured or ignored
 * @param collapse whether concurrent requests for the same thing share one origin request
 * @param collapseInCluster whether those at other gateways of a cluster share it too
 * @param dryRun whether everything is forwarded, and only noted what would have been done; without, larder.dry-run
 * @param key what tells its requests apart
 * @param bypass how clients may go past the store
 */
@ConfigurationPropertiesSource
public record RuleProperties(
        @DefaultValue List<String> paths,
        @DefaultValue List<String> routes,
        @DefaultValue({"GET", "HEAD"}) Set<String> methods,
        @DefaultValue Set<Integer> statuses,
        @Nullable Duration ttl,
        @DefaultValue("false") boolean ttlOverrides,
        @DefaultValue Map<Integer, Duration> statusTtl,
        @DefaultValue("10s") Duration maxErrorTtl,
        @Nullable Duration staleWhileRevalidate,
        @Nullable Duration staleIfError,
        @DefaultValue("public-only") CookiePolicy setCookie,
        @Nullable DataSize maxObjectSize,
        @Nullable String store,
        @Nullable String pool,
        @DefaultValue("pool") Breadth breadth,
        @DefaultValue List<String> coupledPools,
        @DefaultValue("ttl") Revalidate revalidate,
        @DefaultValue("honour") RequestDirectives requestDirectives,
        @DefaultValue("true") boolean collapse,
        @DefaultValue("true") boolean collapseInCluster,
        @Nullable Boolean dryRun,
        @DefaultValue @NestedConfigurationProperty Key key,
        @DefaultValue @NestedConfigurationProperty Bypass bypass) {

    /** When a stored response is validated. */
    public enum Revalidate {
        /** When its freshness lifetime is over. */
        TTL,
        /** Before each use: for routes whose origin must check the credentials of every user. */
        ALWAYS
    }

    /** What becomes of the wishes in Cache-Control and Pragma of requests. */
    public enum RequestDirectives {
        /** They count, as RFC 9111 5.2.1 has it. */
        HONOUR,
        /** They do not: clients cannot make the gateway ask the origin. */
        IGNORE
    }

    public RuleProperties {
        paths = List.copyOf(paths);
        routes = List.copyOf(routes);
        methods = Set.copyOf(methods);
        statuses = Set.copyOf(statuses);
        statusTtl = Map.copyOf(statusTtl);
        coupledPools = List.copyOf(coupledPools);
    }

    /**
     * What tells requests apart.
     *
     * @param host whether the authority that the client names counts
     * @param query which parameters of the query count
     * @param headers names of request header fields that count
     * @param cookies names of cookies that count
     * @param principal whether responses are kept for each user alone, by the name of the principal
     * @param claim claim of the principal by which responses are kept for each user alone, such as sub
     * @param content bytes of request content that count, for QUERY and POST; requests with more are not answered from the
     *     store
     */
    public record Key(
            @DefaultValue("true") boolean host,
            @DefaultValue @NestedConfigurationProperty Query query,
            @DefaultValue List<String> headers,
            @DefaultValue List<String> cookies,
            @DefaultValue("false") boolean principal,
            @Nullable String claim,
            @Nullable DataSize content) {

        public Key {
            headers = List.copyOf(headers);
            cookies = List.copyOf(cookies);
        }
    }

    /**
     * Which parameters of a query tell requests apart. The others do not reach the origin.
     *
     * @param keep names of the only parameters that count; * at the end stands for any rest
     * @param ignore names of parameters that do not count, such as utm_*
     * @param sort whether the order of names does not count
     */
    public record Query(
            @DefaultValue List<String> keep,
            @DefaultValue List<String> ignore,
            @DefaultValue("false") boolean sort) {

        public Query {
            keep = List.copyOf(keep);
            ignore = List.copyOf(ignore);
        }
    }

    /**
     * How clients may have their requests answered by the origin.
     *
     * @param header name of a header field that asks for it, such as Bypass-Cache
     * @param parameter name of a query parameter that asks for it, such as refresh; it does not reach the origin
     * @param stores whether the origin's response takes the place of what is stored
     */
    public record Bypass(
            @Nullable String header,
            @Nullable String parameter,
            @DefaultValue("true") boolean stores) {}
}
