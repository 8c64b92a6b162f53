package dev.larder.acceptance.traffic;

/** Something to ask for, in a pool that writes go to. */
record PooledResource(int pool, ResourceBehavior kind, int number) {

    static PooledResource of(String path) {
        String[] segments = path.split("/");
        return new PooledResource(
                Integer.parseInt(segments[1].substring(1)),
                ResourceBehavior.valueOf(segments[2]),
                Integer.parseInt(segments[3]));
    }

    String path() {
        return "/p" + pool + "/" + kind + "/" + number;
    }
}
