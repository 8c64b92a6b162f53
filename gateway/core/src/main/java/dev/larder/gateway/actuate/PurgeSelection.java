package dev.larder.gateway.actuate;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.ResourcePath;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/** Which entries an operator wants gone. An entry is everything stored under one key, all its variants. */
public sealed interface PurgeSelection {

    /** The word for this kind. */
    Kind kind();

    /** What the operator has named; empty for everything. */
    String argument();

    /** Whether the entry is meant. */
    boolean matches(EntryReference candidate);

    /** The kinds of purge. */
    enum Kind {
        /** By URL. */
        URL,
        /** By a tag or cache group that origins give their responses. */
        TAG,
        /** By pool. */
        POOL,
        /** By path prefix. */
        PREFIX,
        /** By path pattern. */
        PATTERN,
        /** All entries. */
        EVERYTHING
    }

    /**
     * One URL, query included, byte for byte; its authority is the one that clients name, or that of the origin.
     *
     * @param url absolute, by http or https
     */
    record ByUrl(URI url) implements PurgeSelection {

        @Override
        public Kind kind() {
            return Kind.URL;
        }

        @Override
        public String argument() {
            return url.toString();
        }

        @Override
        public boolean matches(EntryReference candidate) {
            URI target = candidate.target();
            return EntryReference.path(url).equals(candidate.rawPath())
                    && counting(candidate).equals(Optional.ofNullable(target.getRawQuery()))
                    && (named(candidate.named().authority()) || forwardedTo(target));
        }

        private Optional<String> counting(EntryReference candidate) {
            return Optional.ofNullable(url.getRawQuery())
                    .flatMap(query -> candidate.resourceTags().rule().counting(query));
        }

        private boolean forwardedTo(URI target) {
            return url.getScheme().equalsIgnoreCase(target.getScheme())
                    && named(Objects.requireNonNullElse(target.getRawAuthority(), ""));
        }

        private boolean named(String authority) {
            return authority.isEmpty() || normalised(authority).equals(normalised(url.getRawAuthority()));
        }

        private String normalised(String authority) {
            return CacheKeys.normalised(authority, url.getScheme());
        }
    }

    /**
     * What an origin, whichever it is, has given this tag or put into this cache group.
     *
     * @param name as the origin has written it
     */
    record ByTag(String name) implements PurgeSelection {

        @Override
        public Kind kind() {
            return Kind.TAG;
        }

        @Override
        public String argument() {
            return name;
        }

        @Override
        public boolean matches(EntryReference candidate) {
            EpochStamp stamp = candidate.stamp();
            String origin = candidate.resourceTags().origin();
            return stamp.has(CacheTags.named(origin, name)) || stamp.has(CacheTags.group(origin, name));
        }
    }

    /**
     * All of a pool.
     *
     * @param pool its name; case does not count
     */
    record ByPool(String pool) implements PurgeSelection {

        @Override
        public Kind kind() {
            return Kind.POOL;
        }

        @Override
        public String argument() {
            return pool;
        }

        @Override
        public boolean matches(EntryReference candidate) {
            return candidate.stamp().has(CacheTags.pool(pool));
        }
    }

    /**
     * A path and everything below it, with any query, segment by segment: {@code /users} is not a prefix of
     * {@code /users2}. Spellings that an origin may take for one path are one.
     *
     * @param prefix as it was written: read once more, a path that has been decoded could be another
     * @param path the topmost
     */
    record ByPrefix(String prefix, ResourcePath path) implements PurgeSelection {

        ByPrefix(String prefix) {
            this(prefix, ResourcePath.of(prefix));
        }

        @Override
        public Kind kind() {
            return Kind.PREFIX;
        }

        @Override
        public String argument() {
            return prefix;
        }

        @Override
        public boolean matches(EntryReference candidate) {
            List<String> segments = ResourcePath.of(candidate.rawPath()).segments();
            int length = path.segments().size();
            return segments.size() >= length && segments.subList(0, length).equals(path.segments());
        }
    }

    /**
     * Paths of a pattern, with any query.
     *
     * @param pattern as in the rules
     */
    record ByPattern(PathPattern pattern) implements PurgeSelection {

        @Override
        public Kind kind() {
            return Kind.PATTERN;
        }

        @Override
        public String argument() {
            return pattern.getPatternString();
        }

        @Override
        public boolean matches(EntryReference candidate) {
            return pattern.matches(PathContainer.parsePath(candidate.rawPath()));
        }
    }

    /** All entries. */
    record Everything() implements PurgeSelection {

        @Override
        public Kind kind() {
            return Kind.EVERYTHING;
        }

        @Override
        public String argument() {
            return "";
        }

        @Override
        public boolean matches(EntryReference candidate) {
            return true;
        }
    }
}
