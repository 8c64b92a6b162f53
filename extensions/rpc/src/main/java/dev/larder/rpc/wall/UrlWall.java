package dev.larder.rpc.wall;

import dev.larder.http.RequestTargets;
import dev.larder.rpc.wall.Origin.Authority;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which URLs are fetched: those of the gateway's own routes, and of listed origins. Everything is decided from what is
 * written; where names lead to is looked at when somebody connects.
 */
public final class UrlWall {

    private static final int LONGEST = 8192;

    private final Set<Origin> own;
    private final Set<Origin> listed;
    private final Origin itself;

    /**
     * A wall with these gates.
     *
     * @param itself by which a path alone is asked for
     * @param own by which clients ask for the gateway's routes, itself included
     * @param listed allowed origins
     */
    public UrlWall(Origin itself, Set<Origin> own, Set<Origin> listed) {
        this.itself = itself;
        this.own = Set.copyOf(own);
        this.listed = Set.copyOf(listed);
    }

    /** What becomes of a URL. */
    public Verdict of(String url) {
        if (url.length() > LONGEST) {
            return new Verdict.Denied(Denial.URL_TOO_LONG);
        }
        return url.startsWith("/") && !url.startsWith("//") ? at(itself, url) : absolute(url);
    }

    private Verdict absolute(String url) {
        URI uri = parsed(url).orElse(null);
        if (uri == null || uri.getScheme() == null) {
            return new Verdict.Denied(Denial.URL_MALFORMED);
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            return new Verdict.Denied(Denial.SCHEME);
        }
        String authority = uri.getRawAuthority();
        if (authority == null) {
            return new Verdict.Denied(Denial.URL_MALFORMED);
        }
        if (authority.indexOf('@') >= 0) {
            return new Verdict.Denied(Denial.USER_INFORMATION);
        }
        if (uri.getRawFragment() != null) {
            return new Verdict.Denied(Denial.FRAGMENT);
        }
        return Authority.of(authority)
                .map(named -> at(named.by(scheme), uri))
                .orElseGet(() -> new Verdict.Denied(Denial.HOST_MALFORMED));
    }

    private Verdict at(Origin origin, URI uri) {
        if (!own.contains(origin) && !listed.contains(origin)) {
            return new Verdict.Denied(notListed(origin));
        }
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return at(origin, uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
    }

    /** By the same rules by which the gateway takes in targets of requests: its own, and those of what makes a URI of them. */
    private Verdict at(Origin origin, String target) {
        Optional<URI> uri = RequestTargets.refusal(target).isPresent() ? Optional.empty() : uri(origin, target);
        return uri.<Verdict>map(
                        whole -> own.contains(origin) ? new Verdict.ByRoute(whole) : new Verdict.Listed(whole, origin))
                .orElseGet(() -> new Verdict.Denied(Denial.TARGET));
    }

    private Denial notListed(Origin origin) {
        Hosts.Host host = Hosts.read(origin.host());
        if (host instanceof Hosts.Unreadable unreadable) {
            return unreadable.why();
        }
        if (own.stream().anyMatch(origin::atHostOf) || listed.stream().anyMatch(origin::atHostOf)) {
            return Denial.PORT_NOT_LISTED;
        }
        return host instanceof Hosts.Address known ? ofAddress(known.address()) : Denial.ORIGIN_NOT_LISTED;
    }

    private static Denial ofAddress(InetAddress address) {
        return SpecialAddresses.of(address).orElse(Denial.ORIGIN_NOT_LISTED);
    }

    private static Optional<URI> parsed(String url) {
        try {
            return Optional.of(new URI(url));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<URI> uri(Origin origin, String target) {
        boolean usual = origin.port() == (origin.scheme().equals("https") ? 443 : 80);
        return parsed(origin.scheme() + "://" + origin.host() + (usual ? "" : ":" + origin.port()) + target);
    }
}
