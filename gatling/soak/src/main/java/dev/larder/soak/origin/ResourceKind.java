package dev.larder.soak.origin;

import java.util.Arrays;
import java.util.Optional;

/** What resources there are; the first word of a path says of which kind it is. */
public enum ResourceKind {
    /** What everybody asks for. Nobody writes it. */
    HOT("/hot/", "max-age=3600", 500, 8_000),
    /** What is written now and then, and is validated when it is stale. */
    ITEM("/items/", "max-age=3", 200, 4_000),
    /** What nobody asks for twice. */
    UNIQUE("/unique/", "max-age=600", 100, 300),
    /** What is another thing to each user agent. */
    VARIED("/varied/", "max-age=60", 300, 2_000),
    /** What is another thing to each user, and no other's business. */
    OWN("/own/", "private, max-age=60", 200, 1_000),
    /** What may not be stored. */
    LIVE("/live/", "no-store", 200, 2_000),
    /** What goes to the disk before long. */
    LARGE("/large/", "max-age=600", 200_000, 500_000);

    private final String prefix;
    private final String cacheControl;
    private final int least;
    private final int most;

    ResourceKind(String prefix, String cacheControl, int least, int most) {
        this.prefix = prefix;
        this.cacheControl = cacheControl;
        this.least = least;
        this.most = most;
    }

    /** The kind of what has that path. */
    public static Optional<ResourceKind> of(String path) {
        return Arrays.stream(values())
                .filter(kind -> path.startsWith(kind.prefix))
                .findFirst();
    }

    /** The path of one of them. */
    public String path(Object name) {
        return prefix + name;
    }

    /** What a content of that path says it is, if that agent or user asks. */
    public String key(String path, String agent, String user) {
        return switch (this) {
            case VARIED -> path + "|" + agent;
            case OWN -> path + "|" + user;
            default -> path;
        };
    }

    /** The field Cache-Control of its answers. */
    public String cacheControl() {
        return cacheControl;
    }

    /** Bytes of a content; that of a path is the same for ever. */
    public int size(String path) {
        return least + Math.floorMod(path.hashCode(), most - least);
    }
}
