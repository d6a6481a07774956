/* Records in the file $RECORD_TO what a program does to the files below $RECORD_UNDER.

   It is loaded before libc (LD_PRELOAD). Each record is a line "what inode offset length path",
   followed by `length` bytes: the data of a write, or the new name. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;

static int watched(const char *path) {
  const char *under = getenv("RECORD_UNDER");
  return under && !strncmp(path, under, strlen(under));
}

static void absolute(const char *path, char *out) {
  char folder[4096];
  if (path[0] == '/' || !getcwd(folder, sizeof folder)) snprintf(out, 8192, "%s", path);
  else snprintf(out, 8192, "%s/%s", folder, path);
}

static void put(const void *data, size_t length) {
  for (const char *at = data; length;) {
    ssize_t done = REAL(write)(trace, at, length);
    if (done <= 0) abort();
    at += done, length -= done;
  }
}

static void record(const char *what, ino_t inode, off_t offset, const void *data, size_t length,
                   const char *path) {
  char line[9000];
  if (!watched(path)) return;
  pthread_mutex_lock(&lock);
  if (trace < 0) trace = REAL(open)(getenv("RECORD_TO"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  int size = snprintf(line, sizeof line, "%s %lu %ld %zu %s\n", what, (unsigned long)inode,
                      (long)offset, length, path);
  put(line, size);
  put(data, length);
  pthread_mutex_unlock(&lock);
}

static void record_fd(const char *what, int fd, off_t offset, const void *data, size_t length) {
  char link[64], path[8192];
  struct stat found;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return;
  path[size] = 0;
  if (fstat(fd, &found) || S_ISFIFO(found.st_mode) || S_ISCHR(found.st_mode)) return;
  record(what, found.st_ino, offset, data, length, path);
}

static int opened(int fd, const char *path, int flags, int was_there) {
  if (fd >= 0 && (flags & O_CREAT) && !was_there) record_fd("create", fd, 0, "", 0);
  if (fd >= 0 && (flags & O_TRUNC) && was_there) record_fd("truncate", fd, 0, "", 0);
  return fd;
}

#define OPEN(name)                                                              \
  int name(const char *path, int flags, ...) {                                  \
    va_list more;                                                               \
    va_start(more, flags);                                                      \
    mode_t mode = va_arg(more, mode_t);                                         \
    va_end(more);                                                               \
    int was_there = !access(path, F_OK);                                        \
    return opened(REAL(name)(path, flags, mode), path, flags, was_there);       \
  }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *data, size_t length) {
  struct stat found;
  off_t offset = lseek(fd, 0, SEEK_CUR);
  if (offset >= 0 && (fcntl(fd, F_GETFL) & O_APPEND) && !fstat(fd, &found)) offset = found.st_size;
  ssize_t done = REAL(write)(fd, data, length);
  if (done > 0 && offset >= 0) record_fd("write", fd, offset, data, done);
  return done;
}

#define PWRITE(name, type)                                                      \
  ssize_t name(int fd, const void *data, size_t length, type offset) {          \
    ssize_t done = REAL(name)(fd, data, length, offset);                        \
    if (done > 0) record_fd("write", fd, offset, data, done);                   \
    return done;                                                                \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, type)                                                    \
  int name(int fd, type size) {                                                 \
    int failed = REAL(name)(fd, size);                                          \
    if (!failed) record_fd("truncate", fd, size, "", 0);                        \
    return failed;                                                              \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(name)                                                              \
  int name(int fd) {                                                            \
    int failed = REAL(name)(fd);                                                \
    if (!failed) record_fd("sync", fd, 0, "", 0);                               \
    return failed;                                                              \
  }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *old, const char *new) {
  char from[8192], to[8192];
  absolute(old, from), absolute(new, to);
  int failed = REAL(rename)(old, new);
  if (!failed) record("rename", 0, 0, to, strlen(to), from);
  return failed;
}

int unlink(const char *path) {
  char name[8192];
  absolute(path, name);
  int failed = REAL(unlink)(path);
  if (!failed) record("unlink", 0, 0, "", 0, name);
  return failed;
}

int mkdir(const char *path, mode_t mode) {
  char name[8192];
  struct stat found;
  absolute(path, name);
  int failed = REAL(mkdir)(path, mode);
  if (!failed && !stat(path, &found)) record("mkdir", found.st_ino, 0, "", 0, name);
  return failed;
}
