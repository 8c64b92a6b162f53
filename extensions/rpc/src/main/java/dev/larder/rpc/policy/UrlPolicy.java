package dev.larder.rpc.policy;

import dev.larder.http.RequestTargetPolicy;
import dev.larder.rpc.policy.WebOrigin.Authority;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which URLs are fetched: those of the gateway's own routes, and of listed origins. The decision uses the URL
 * only; the addresses of names are checked on connecting.
 */
public final class UrlPolicy {

    private static final int LONGEST = 8192;

    private final Set<WebOrigin> own;
    private final Set<WebOrigin> listed;
    private final WebOrigin itself;

    /**
     * Creates a policy.
     *
     * @param itself the origin of URLs that are only a path
     * @param own the origins of the gateway's routes, itself included
     * @param listed allowed origins
     */
    public UrlPolicy(WebOrigin itself, Set<WebOrigin> own, Set<WebOrigin> listed) {
        this.itself = itself;
        this.own = Set.copyOf(own);
        this.listed = Set.copyOf(listed);
    }

    /** Returns the decision about a URL. */
    public UrlVerdict of(String url) {
        if (url.length() > LONGEST) {
            return new UrlVerdict.Denied(FetchDenial.URL_TOO_LONG);
        }
        return url.startsWith("/") && !url.startsWith("//") ? at(itself, url) : absolute(url);
    }

    private UrlVerdict absolute(String url) {
        URI uri = parsed(url).orElse(null);
        if (uri == null || uri.getScheme() == null) {
            return new UrlVerdict.Denied(FetchDenial.URL_MALFORMED);
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            return new UrlVerdict.Denied(FetchDenial.SCHEME);
        }
        String authority = uri.getRawAuthority();
        if (authority == null) {
            return new UrlVerdict.Denied(FetchDenial.URL_MALFORMED);
        }
        if (authority.indexOf('@') >= 0) {
            return new UrlVerdict.Denied(FetchDenial.USER_INFORMATION);
        }
        if (uri.getRawFragment() != null) {
            return new UrlVerdict.Denied(FetchDenial.FRAGMENT);
        }
        return Authority.of(authority)
                .map(named -> at(named.by(scheme), uri))
                .orElseGet(() -> new UrlVerdict.Denied(FetchDenial.HOST_MALFORMED));
    }

    private UrlVerdict at(WebOrigin origin, URI uri) {
        if (!own.contains(origin) && !listed.contains(origin)) {
            return new UrlVerdict.Denied(notListed(origin));
        }
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return at(origin, uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
    }

    /** Applies the gateway's own rules for request targets, and those of the parser that creates the URI. */
    private UrlVerdict at(WebOrigin origin, String target) {
        Optional<URI> uri = RequestTargetPolicy.refusal(target).isPresent() ? Optional.empty() : uri(origin, target);
        return uri.<UrlVerdict>map(whole ->
                        own.contains(origin) ? new UrlVerdict.ByRoute(whole) : new UrlVerdict.Listed(whole, origin))
                .orElseGet(() -> new UrlVerdict.Denied(FetchDenial.TARGET));
    }

    private FetchDenial notListed(WebOrigin origin) {
        UrlHostParser.Host host = UrlHostParser.read(origin.host());
        if (host instanceof UrlHostParser.Unreadable unreadable) {
            return unreadable.why();
        }
        if (own.stream().anyMatch(origin::hasSameHost) || listed.stream().anyMatch(origin::hasSameHost)) {
            return FetchDenial.PORT_NOT_LISTED;
        }
        return host instanceof UrlHostParser.Address known ? ofAddress(known.address()) : FetchDenial.ORIGIN_NOT_LISTED;
    }

    private static FetchDenial ofAddress(InetAddress address) {
        return SpecialAddresses.of(address).orElse(FetchDenial.ORIGIN_NOT_LISTED);
    }

    private static Optional<URI> parsed(String url) {
        try {
            return Optional.of(new URI(url));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<URI> uri(WebOrigin origin, String target) {
        boolean usual = origin.port() == (origin.scheme().equals("https") ? 443 : 80);
        return parsed(origin.scheme() + "://" + origin.host() + (usual ? "" : ":" + origin.port()) + target);
    }
}
