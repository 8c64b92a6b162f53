package dev.larder.rfc9111;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * RFC 9111 5.2.2: the cache directives of a response for this cache: those of the first valid targeted field (RFC
 * 9213), otherwise those of Cache-Control.
 */
public final class ResponseDirectives {

    /**
     * Fields used to decide about storing and reuse. A qualified {@code private} or {@code no-cache} that names one of
     * them counts as unqualified, because omitting the field would change the decision itself.
     */
    static final FieldNames DECIDING = FieldNames.of(
            "age",
            "cache-control",
            "cdn-cache-control",
            "content-encoding",
            "content-length",
            "content-range",
            "date",
            "etag",
            "expires",
            "larder-cache-control",
            "last-modified",
            "vary");

    /** Arguments of a qualified {@code private} or {@code no-cache} that a person does not read as names of fields. */
    private static final Set<String> NO_FIELDS = Set.of(
            "all",
            "always",
            "authenticated",
            "default",
            "disabled",
            "enabled",
            "everyone",
            "everything",
            "false",
            "no",
            "no-cache",
            "no-store",
            "none",
            "off",
            "on",
            "only",
            "private",
            "public",
            "session",
            "true",
            "user",
            "users",
            "yes");

    private static final ParsedLineCache<ResponseDirectives> OF_LINES =
            new ParsedLineCache<>(line -> new ResponseDirectives(CacheDirectiveSet.of(List.of(line)), false));

    private final CacheDirectiveSet directives;
    private final boolean targeted;
    private final boolean isPrivate;
    private final boolean noCache;
    private final Set<String> unstorableFields;

    private ResponseDirectives(CacheDirectiveSet directives, boolean targeted) {
        this.directives = directives;
        this.targeted = targeted;
        this.isPrivate = hasUnqualified("private");
        this.noCache = hasUnqualified("no-cache");
        Set<String> named = fieldNames("private");
        named.addAll(fieldNames("no-cache"));
        this.unstorableFields = named.isEmpty() ? Set.of() : Collections.unmodifiableSet(named);
    }

    /** Returns the directives that apply to this cache. */
    public static ResponseDirectives of(HeaderFields response) {
        List<CacheDirective> forbidding = TargetedDirectives.forbidding(response);
        Optional<CacheDirectiveSet> targeted = TargetedDirectives.of(response);
        if (targeted.isPresent()) {
            return new ResponseDirectives(targeted.get().restrictedBy(forbidding), true);
        }
        List<String> lines = response.values("Cache-Control");
        return lines.size() == 1 && forbidding.isEmpty()
                ? OF_LINES.of(lines.get(0))
                : new ResponseDirectives(CacheDirectiveSet.of(lines).restrictedBy(forbidding), false);
    }

    /** Whether they come from a targeted field, so that Cache-Control and Expires are ignored (RFC 9213 2.2). */
    public boolean isTargeted() {
        return targeted;
    }

    /** Whether all that the origin says was read, so that a guess may add what it does not say. */
    boolean isWellFormed() {
        return directives.isWellFormed();
    }

    /** RFC 9111 5.2.2.6: whether the content of the message must stay as it is; every recipient is addressed. */
    public static boolean hasNoTransform(HeaderFields message) {
        return CacheDirectiveSet.of(message.values("Cache-Control")).contains("no-transform");
    }

    /** RFC 9111 5.2.2.5. */
    public boolean isNoStore() {
        return directives.contains("no-store");
    }

    /** RFC 9111 5.2.2.7 without field names, or with names that cannot be omitted. */
    public boolean isPrivate() {
        return isPrivate;
    }

    /** RFC 9111 5.2.2.4 without field names, or with names that cannot be omitted. */
    public boolean isNoCache() {
        return noCache;
    }

    /** RFC 9111 5.2.2.9; counts only if well formed, because it permits. */
    public boolean isPublic() {
        return directives.hasFlag("public");
    }

    /** RFC 9111 5.2.2.3; counts only if well formed, because it permits. */
    public boolean mustUnderstand() {
        return directives.hasFlag("must-understand");
    }

    /** RFC 8246 2. */
    public boolean isImmutable() {
        return directives.hasFlag("immutable");
    }

    /** RFC 9111 5.2.2.10; zero if it cannot be parsed. */
    public Optional<Duration> sMaxAge() {
        return directives.seconds("s-maxage");
    }

    /** RFC 9111 5.2.2.1; zero if it cannot be parsed. */
    public Optional<Duration> maxAge() {
        return directives.seconds("max-age");
    }

    /** RFC 5861 3; zero if it cannot be parsed. */
    public Optional<Duration> staleWhileRevalidate() {
        return directives.seconds("stale-while-revalidate");
    }

    /** RFC 5861 4; zero if it cannot be parsed. */
    public Optional<Duration> staleIfError() {
        return directives.seconds("stale-if-error");
    }

    /** RFC 9111 4.2.4: whether the origin prohibits the use of a stale response that it does not state itself. */
    public boolean isStaleProhibited() {
        return isStaleProhibited(Optional.empty());
    }

    /**
     * RFC 9111 4.2.4: whether the origin prohibits the use of a stale response, or may have tried to, in a window that it may have
     * stated. 5.2.2.10 gives s-maxage the meaning of proxy-revalidate; an origin that states a window of RFC 5861 beside it
     * says that it means the lifetime alone.
     */
    boolean isStaleProhibited(Optional<Duration> stated) {
        return !isWellFormed()
                || directives.contains("must-revalidate")
                || directives.contains("proxy-revalidate")
                || isNoCache()
                || (directives.contains("s-maxage") && stated.isEmpty());
    }

    /** RFC 5861: returns a window in which the origin states that stale responses may be used; empty if there is none. */
    Optional<Duration> staleWindow() {
        return staleWhileRevalidate().or(this::staleIfError);
    }

    /** RFC 9111 3.5: whether the response to a request with Authorization may be used for other requests. */
    public boolean allowsAuthorizedReuse() {
        return isForSharedCaches() || directives.hasFlag("must-revalidate");
    }

    /** Whether the origin states {@code public} or {@code s-maxage}, and so considers shared caches. */
    public boolean isForSharedCaches() {
        return isPublic()
                || directives.containsWellFormed(
                        "s-maxage",
                        argument -> argument.flatMap(DeltaSeconds::parse).isPresent());
    }

    /** Returns the lower-case names of fields that a qualified {@code private} or {@code no-cache} keeps unstored. */
    public Set<String> unstorableFields() {
        return unstorableFields;
    }

    private boolean hasUnqualified(String name) {
        for (CacheDirective directive : directives.all(name)) {
            Set<String> names = fieldNames(directive);
            if (names.isEmpty() || names.stream().anyMatch(ResponseDirectives::isNotOmittable)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNotOmittable(String name) {
        return DECIDING.contains(name) || NO_FIELDS.contains(name) || !FieldList.isFieldName(name);
    }

    private Set<String> fieldNames(String name) {
        Set<String> names = new TreeSet<>();
        directives.all(name).forEach(directive -> names.addAll(fieldNames(directive)));
        return names;
    }

    private static Set<String> fieldNames(CacheDirective directive) {
        Set<String> names = new TreeSet<>();
        if (directive.wellFormed()) {
            FieldList.elements(directive.argument().orElse(""))
                    .forEach(element -> names.add(element.toLowerCase(Locale.ROOT)));
        }
        return names;
    }
}
