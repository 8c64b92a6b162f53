package dev.larder.rpc.policy;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/** Parses the host of a URL in the one way on which all parsers agree, or rejects it. */
final class UrlHostParser {

    private static final String LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?";

    private UrlHostParser() {}

    /** The kind of a host. */
    sealed interface Host {}

    /** A name to be resolved. */
    record Name() implements Host {}

    /** An IP address. */
    record Address(InetAddress address) implements Host {}

    /** A host that cannot be contacted. */
    record Unreadable(FetchDenial why) implements Host {}

    static Host read(String written) {
        String host = written.toLowerCase(Locale.ROOT);
        if (host.startsWith("[") && host.endsWith("]")) {
            return IpLiterals.inBrackets(host)
                    .<Host>map(Address::new)
                    .orElse(new Unreadable(FetchDenial.HOST_MALFORMED));
        }
        if (IpLiterals.endsInNumber(host)) {
            Optional<InetAddress> dotted = IpLiterals.dotted(host);
            return dotted.<Host>map(Address::new).orElse(new Unreadable(FetchDenial.ADDRESS_FORM));
        }
        return host.length() <= 253 && host.matches(LABEL + "(\\." + LABEL + ")*\\.?")
                ? new Name()
                : new Unreadable(FetchDenial.HOST_MALFORMED);
    }
}
