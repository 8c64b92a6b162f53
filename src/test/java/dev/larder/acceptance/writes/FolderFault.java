package dev.larder.acceptance.writes;

import dev.larder.acceptance.kit.SystemPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Something that is wrong with the folder of a log, until it is closed. */
final class FolderFault implements AutoCloseable {

    private static final String SLOWLY = "strace -D -f --seccomp-bpf -q -e signal=none -o /dev/null"
            + " -e trace=fdatasync,fsync,pread64,ftruncate,unlink"
            + " -e inject=fdatasync,fsync,ftruncate,unlink:delay_enter=30000 -e inject=pread64:delay_enter=300";

    /** What can be wrong. */
    enum Kind {
        UNREADABLE_FILE,
        UNREADABLE_FOLDER,
        READ_ONLY_FILE,
        READ_ONLY_FOLDER,
        READ_ONLY_MOUNT,
        FULL,
        SLOW
    }

    private final boolean mayStopTheStart;
    private final String what;
    private final List<String> prefix;
    private final Healing healing;

    /** Makes it good again. */
    @FunctionalInterface
    private interface Healing {

        void heal() throws IOException;
    }

    private FolderFault(boolean mayStopTheStart, String what, List<String> prefix, Healing healing) {
        this.mayStopTheStart = mayStopTheStart;
        this.what = what;
        this.prefix = prefix;
        this.healing = healing;
    }

    /** The kinds that this system can have. */
    static List<Kind> possible(boolean permissionsBind, boolean mounted) throws InterruptedException {
        List<Kind> possible = new ArrayList<>(List.of(Kind.values()));
        if (!permissionsBind) {
            possible.removeAll(
                    List.of(Kind.UNREADABLE_FILE, Kind.UNREADABLE_FOLDER, Kind.READ_ONLY_FILE, Kind.READ_ONLY_FOLDER));
        }
        if (!mounted) {
            possible.removeAll(List.of(Kind.READ_ONLY_MOUNT, Kind.FULL));
        }
        if (!SystemCalls.canBeTraced()) {
            possible.remove(Kind.SLOW);
        }
        return possible;
    }

    /** Nothing is wrong. */
    static FolderFault none() {
        return new FolderFault(false, "nothing", List.of(), () -> {});
    }

    /** Of that folder on that mount, which may be the same. */
    static FolderFault cause(Kind kind, Path folder, Path mount, Random random) throws IOException {
        return switch (kind) {
            case UNREADABLE_FILE -> permissions(kind, file(folder, random), "---------");
            case READ_ONLY_FILE -> permissions(kind, file(folder, random), "r--------");
            case UNREADABLE_FOLDER -> permissions(kind, subfolder(folder, random), "---------");
            case READ_ONLY_FOLDER -> permissions(kind, subfolder(folder, random), "r-x------");
            case READ_ONLY_MOUNT -> readOnly(mount);
            case FULL -> full(mount);
            case SLOW -> new FolderFault(false, "SLOW", List.of(SLOWLY.split(" ")), () -> {});
        };
    }

    private static FolderFault permissions(Kind kind, Path path, String permissions) throws IOException {
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        return new FolderFault(true, kind + " " + path, List.of(), () -> {
            if (Files.exists(path)) {
                Files.setPosixFilePermissions(path, before);
            }
        });
    }

    private static FolderFault readOnly(Path mount) {
        remount(mount, "ro");
        return new FolderFault(true, "READ_ONLY_MOUNT", List.of(), () -> remount(mount, "rw"));
    }

    private static void remount(Path mount, String how) {
        if (!SystemPrograms.succeeds("mount", "-o", "remount," + how, mount.toString())) {
            throw new IllegalStateException(mount + " cannot be mounted " + how);
        }
    }

    /** A few kilobytes are left, so that some writes still find room. */
    private static FolderFault full(Path mount) throws IOException {
        Path ballast = mount.resolve("ballast");
        long free = Files.getFileStore(mount).getUsableSpace();
        byte[] piece = new byte[1 << 20];
        try (var out = Files.newOutputStream(ballast)) {
            for (long left = free - (1 << 16); left > 0; left -= piece.length) {
                out.write(piece, 0, (int) Math.min(left, piece.length));
            }
        }
        return new FolderFault(false, "FULL", List.of(), () -> Files.delete(ballast));
    }

    private static Path file(Path folder, Random random) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return any(all.filter(Files::isRegularFile).sorted().toList(), random);
        }
    }

    private static Path subfolder(Path folder, Random random) {
        return any(List.of(folder, folder.resolve("bodies")), random);
    }

    private static Path any(List<Path> paths, Random random) {
        return paths.get(random.nextInt(paths.size()));
    }

    /** Whether a gateway may refuse to start because of it. */
    boolean mayStopTheStart() {
        return mayStopTheStart;
    }

    /** What stands before the command of the gateway. */
    List<String> prefix() {
        return prefix;
    }

    @Override
    public String toString() {
        return what;
    }

    @Override
    public void close() {
        try {
            healing.heal();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
