package dev.larder.gateway.actuate;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.ResourcePath;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/** Selects the entries to purge. An entry is everything stored under one key, with all its variants. */
public sealed interface PurgeSelection {

    /** Returns the kind of this selection. */
    Kind kind();

    /** Returns the operator's argument; empty for everything. */
    String argument();

    /** Returns whether the entry is selected. */
    boolean matches(EntryReference candidate);

    /** The kinds of purge. */
    enum Kind {
        /** By URL. */
        URL,
        /** By a tag or cache group that origins give to their responses. */
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
     * Selects one URL, including the query, byte for byte; its authority is the one that clients name, or that of the origin.
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
            return candidate.rawPaths().contains(EntryReference.path(url))
                    && counting(candidate).equals(Optional.ofNullable(target.getRawQuery()))
                    && (matchesAuthority(candidate.named().authority()) || isForwardedTo(target));
        }

        private Optional<String> counting(EntryReference candidate) {
            Optional<String> counting = Optional.ofNullable(url.getRawQuery())
                    .flatMap(query -> candidate.resourceTags().rule().counting(query));
            return CacheKeys.reducedQuery(candidate.key(), counting);
        }

        private boolean isForwardedTo(URI target) {
            return url.getScheme().equalsIgnoreCase(target.getScheme())
                    && matchesAuthority(Objects.requireNonNullElse(target.getRawAuthority(), ""));
        }

        private boolean matchesAuthority(String authority) {
            return authority.isEmpty() || normalised(authority).equals(normalised(url.getRawAuthority()));
        }

        private String normalised(String authority) {
            return CacheKeys.normalised(authority, url.getScheme());
        }
    }

    /**
     * Selects responses to which any origin has given this tag or cache group.
     *
     * @param name the name as the origin has written it
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
            return stamp.has(CacheTags.named(name))
                    || stamp.has(CacheTags.named(name.toLowerCase(Locale.ROOT)))
                    || stamp.has(CacheTags.group(name));
        }
    }

    /**
     * Selects a whole pool.
     *
     * @param pool its name; case is ignored
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
     * Selects a path and everything below it, with any query, segment by segment: {@code /users} is not a prefix of {@code
     * /users2}. Spellings that an origin may treat as one path are equal.
     *
     * @param prefix the prefix as it was written: a decoded path, if parsed again, could become another
     * @param path the topmost path
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
            return candidate.rawPaths().stream()
                    .anyMatch(each -> isPrefixOf(ResourcePath.of(each).segments()));
        }

        private boolean isPrefixOf(List<String> segments) {
            int length = path.segments().size();
            return segments.size() >= length && segments.subList(0, length).equals(path.segments());
        }
    }

    /**
     * Selects paths that match a pattern, with any query.
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
            return candidate.rawPaths().stream().anyMatch(path -> pattern.matches(PathContainer.parsePath(path)));
        }
    }

    /** Selects all entries. */
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
